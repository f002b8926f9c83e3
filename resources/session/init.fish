# What fish runs after config.fish, which may have reset the PATH: Party's programs are on it again.
contains -- $PARTY_BIN $PATH; or set -gx PATH $PARTY_BIN $PATH
