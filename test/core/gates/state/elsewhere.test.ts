// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are lines of Bash

// Lines of Bash that reach what Party guards without its literal path among the words of a program that writes: the path
// comes from a variable, a program from a variable, or everything below a folder is meant.
import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { denyStateWrite } from '../../../../src/core/gates/state/lineWrites.ts';
import { readShellLine } from '../../../../src/core/shell/programs.ts';

const facts = {
  guarded: ['/home/u/.local/state/party', '/tmp/party-x', '/home/u/.tmux-team/config.json'],
  pathsOf: (cwd: string, path: string) => [posix.resolve(cwd, path)],
  isAnswer: async () => false,
};

/** Code that gets the name from its environment, from the user's home, or from parts. */
const code: readonly string[] = [
  'node -e \'require("fs").writeFileSync(process.env.PARTY_HOME+"/x","y")\'',
  'node -e \'fs.rmSync(process.env["PARTY_"+"HOME"])\'',
  "node -e 'const {PARTY_HOME: h} = process.env; fs.rmSync(h)'",
  'node -e \'fs.writeFileSync(`${process.env.PARTY_HOME}/x`, "")\'',
  'node --eval=\'fs.rmSync(process.env.PARTY_STATE_ROOT+"/party-"+process.env.PARTY_SESSION)\'',
  "tsx -e 'fs.rmSync(process.env.PARTY_HOME)'",
  'bun -e \'Bun.write(process.env.PARTY_HOME+"/x","y")\'',
  'deno eval \'Deno.removeSync(Deno.env.get("PARTY_HOME"))\'',
  'python3 -c \'import os; open(os.environ["PARTY_HOME"]+"/x","w")\'',
  'python3 -c \'import os; os.remove(os.getenv("XDG_STATE_HOME")+"/party/x")\'',
  'uv run python -c \'import os; os.remove(os.environ["PARTY_HOME"])\'',
  'python3 - <<\'E\'\nimport os\nopen(os.environ["PARTY_HOME"]+"/x","w").write("x")\nE',
  'echo \'import os; os.remove(os.environ["PARTY_HOME"]+"/x")\' | python3',
  'perl -e \'open F, ">$ENV{PARTY_HOME}/x"; print F 1\'',
  'ruby -e \'File.write(ENV["PARTY_HOME"]+"/x","y")\'',
  'php -r \'file_put_contents(getenv("PARTY_HOME")."/x","y");\'',
  'lua -e \'io.open(os.getenv("PARTY_HOME").."/x","w")\'',
  'julia -e \'rm(ENV["PARTY_HOME"])\'',
  'Rscript -e \'unlink(Sys.getenv("PARTY_HOME"))\'',
  "pwsh -c 'Remove-Item $env:PARTY_HOME'",
  'awk \'BEGIN{print "x" > (ENVIRON["PARTY_HOME"] "/x")}\'',
  "tclsh <<'E'\nfile delete $env(PARTY_HOME)/x\nE",
  'osascript -e \'do shell script "rm $PARTY_HOME/x"\'',
  "vim -c 'call delete($PARTY_HOME)' -c q",
  "gdb -batch -ex 'shell rm -rf $PARTY_HOME'",
  "hyperfine 'rm -rf $PARTY_HOME'",
  "sed '1e rm -rf $PARTY_HOME' a",
  "ssh localhost 'rm -rf $PARTY_HOME'",
  'bash -c "rm -rf $PARTY_HOME"',
  'eval "rm -rf $PARTY_HOME"',
  'declare -n R=PARTY_HOME; rm -rf "$R"',
  'cd "$PARTY_HOME" && python3 x.py',
  'perl -e \'unlink glob "$ENV{HOME}/.local/state/party/*"\'',
  'ruby -e \'File.write(File.expand_path("~/.local/state/party/x"),"y")\'',
  'node -e \'fs.rmSync(path.join(os.homedir(), ".local", "state", "party"),{recursive:true})\'',
  'python3 -c \'import pathlib; (pathlib.Path.home()/".tmux-team"/"config.json").write_text("x")\'',
  'python3 -c \'import shutil; shutil.rmtree("/home/u" + "/.local/" + "state/party")\'',
];

/** Variables that the line gives to a program, whose value is a guarded place. */
const given: readonly string[] = [
  "X=/home/u/.local/state/party node -e 'fs.rmSync(process.env.X)'",
  "X=$PARTY_HOME node -e 'fs.rmSync(process.env.X)'",
  "export X=$PARTY_HOME; node -e 'fs.rmSync(process.env.X)'",
  'X=/home/u/.local/state/party; export X; python3 x.py',
  'set -a; X=/home/u/.local/state/party; python3 x.py',
  'declare -x X=$PARTY_HOME; python3 x.py',
  'env X=/home/u/.local/state/party python3 x.py',
  'X=/home/u/.local/state/party sh x.sh',
  'GIT_TRACE=~/.local/state/party/events.jsonl git log',
  'export GIT_TRACE2_EVENT=/home/u/.local/state/party/x; git status',
  'GIT_INDEX_FILE=/home/u/.local/state/party/x git add a',
  'TMPDIR=/home/u/.local/state/party npm test',
  'SSLKEYLOGFILE=/home/u/.local/state/party/x curl https://x.org',
  'NODE_OPTIONS=--redirect-warnings=/home/u/.local/state/party/x node x.js',
];

/** Variables and files that make a program run another one than its name tells. */
const helped: readonly string[] = [
  "LESSOPEN='|rm %s' less /home/u/.local/state/party/x",
  "LESSOPEN='|rm /home/u/.local/state/party/x' less a",
  "LESSOPEN='|rm $PARTY_HOME/x' less a",
  "LESSCLOSE='rm $PARTY_HOME/x' less a",
  "LESS='+!rm /home/u/.local/state/party/x' less a",
  "GIT_EXTERNAL_DIFF='rm /home/u/.local/state/party/x' git diff",
  'GIT_EXTERNAL_DIFF=./x git diff --no-index a /home/u/.local/state/party/x',
  "GIT_PAGER='tee $PARTY_HOME/x' git log",
  "GIT_PAGER='cat > $PARTY_HOME/x' git log",
  "GIT_PAGER='tee /home/u/.local/state/party/x'; git log",
  "export GIT_PAGER='tee $PARTY_HOME/x'; git log",
  "PAGER='tee /home/u/.local/state/party/x' man ls",
  "MANPAGER='tee $PARTY_HOME/x' man ls",
  "EDITOR='rm $PARTY_HOME/x' git commit",
  "GIT_SEQUENCE_EDITOR='rm -rf $PARTY_HOME #' git rebase -i main",
  "VISUAL='rm $PARTY_HOME/x;:' crontab -e",
  "GIT_SSH_COMMAND='rm $PARTY_HOME/x' git fetch",
  "BAT_PAGER='tee $PARTY_HOME/x' bat a",
  "git -c core.pager='tee $PARTY_HOME/x' log",
  'RIPGREP_CONFIG_PATH=rc rg x /home/u/.local/state/party',
  'LD_PRELOAD=./x.so cat /home/u/.local/state/party/x',
  './cat /home/u/.local/state/party/x',
  'PATH=bin:$PATH cat /home/u/.local/state/party/x',
];

/** Programs that change everything below a folder. */
const swept: readonly string[] = [
  'find ~ -delete',
  'find ~ -type f -delete',
  "find ~ -name '*.jsonl' -exec rm {} +",
  'find ~ -type f -exec sh -c \'rm "$1"\' _ {} \\;',
  'find / -not -name x -delete',
  "find ~ -name '*.log' -o -delete",
  'fd -H -t f . ~ -x rm',
  'chmod -R 0 ~',
  'chown -R x /home/u',
  'cp -a evil/. ~/.local/state',
  'rsync -a evil/ ~/.local/state/',
  'rsync -a --delete evil ~/.local/state',
];

const ignored: readonly string[] = [
  'node -p process.env.PARTY_HOME',
  "node -e 'console.log(process.env.PARTY_HOME)'",
  'python3 -c \'import os; print(os.environ["PARTY_HOME"])\'',
  'python3 -c \'import os; print(os.environ.get("PARTY_HOME"))\'',
  'python3 -c \'import os; print(os.getenv("PARTY_HOME"))\'',
  'python3 -c \'import os; print(os.listdir(os.environ["PARTY_HOME"]))\'',
  'python3 -c \'import os; print(os.path.exists(os.environ["PARTY_HOME"]))\'',
  'python3 -c \'import json, os; print(json.load(open(os.path.join(os.environ["PARTY_HOME"], "x.json"))))\'',
  'node -e \'console.log(fs.readFileSync(process.env.PARTY_HOME + "/x", "utf8"))\'',
  "node -e 'console.log(fs.existsSync(process.env.PARTY_HOME))'",
  'awk \'BEGIN{print ENVIRON["PARTY_HOME"]}\'',
  'echo "$PARTY_HOME"',
  'printenv PARTY_HOME',
  'ls "$PARTY_HOME/projects"',
  'jq . "$PARTY_HOME/probes.json"',
  'env | grep PARTY_',
  'npm test -- --grep PARTY_HOME',
  'node test/run.mjs core --grep PARTY_HOME',
  'pytest -k PARTY_HOME',
  'PARTY_HOME=/tmp/x node test/run.mjs',
  'PARTY_HOME=$(mktemp -d) npm test',
  'PARTY_HOME="$PWD/.home" PARTY_STATE_ROOT=/tmp/s npm test',
  'docker run -e PARTY_HOME=/data img',
  'docker run --env=PARTY_HOME=/data img',
  "git commit -m 'Read process.env.PARTY_HOME (once)'",
  'gh issue create --title x --body \'process.env["PARTY_HOME"] is empty: $PARTY_HOME\'',
  "git grep 'process.env.PARTY_HOME'",
  "rg 'process\\.env\\[.PARTY_HOME' src",
  "sed -n '/PARTY_HOME/p' src/a.ts",
  "cat > docs/x.md <<'E'\nSet `$PARTY_HOME` or process.env.PARTY_HOME (see ~/.local/state/party).\nE",
  'git apply <<\'E\'\n+const home = process.env.PARTY_HOME ?? join(homedir(), ".local/state/party");\nE',
  "find . -name '*.orig' -delete",
  "find /tmp -name '*.log' -delete",
  "find ~ -name '*.pyc' -delete",
  'find src -type f -exec sed -n 1p {} +',
  "find . -type f -name '*.ts' -exec wc -l {} +",
  'chmod -R u+w dist',
  'cp -r dist/. /tmp/out',
  'rsync -a dist/ host:/home',
  'rsync -a --delete dist/ out/',
  'LESS=-R less README.md',
  'GIT_PAGER=cat git log -- /home/u/.local/state/party',
  'LC_ALL=C sort ~/.local/state/party/x',
  'LANG=C git status',
  'GIT_AUTHOR_NAME=x git commit -m y',
  'NODE_OPTIONS=--max-old-space-size=4096 node x.js',
  'TMPDIR=/tmp/x npm test',
  'export F=/home/u/.local/state/party/x; jq . "$F"',
  'F=$PARTY_HOME/projects; ls "$F"; npm test',
  'GIT_SEQUENCE_EDITOR="sed -i \'s/^pick/squash/\'" git rebase -i main',
  'EDITOR=vim git commit',
  '/usr/bin/jq . ~/.local/state/party/x',
  'bash -c \'cat "$PARTY_HOME/x"\'',
  "timeout 5 sh -c 'ls $PARTY_HOME'",
  'python3 scripts/report.py --env production',
  "node -e 'console.log(process.env.HOME)'",
  'node -e \'fs.writeFileSync(path.join(os.homedir(), "x"), "")\'',
  'python3 -c \'import os; os.makedirs(os.path.expanduser("~/.cache/x"), exist_ok=True)\'',
  'tar xf x.tar.gz -C /tmp',
  'unzip x.zip -d /tmp',
  'cd "$(git rev-parse --show-toplevel)" && npm test',
  'cd "$(mktemp -d)" && npm init -y',
  'cd "$PARTY_HOME" && ls',
  'cd "$PARTY_HOME/projects" && cat x | jq .',
  'eval "$(fnm env)" && ls $PARTY_HOME',
];

async function isDenied(line: string): Promise<boolean> {
  const read = readShellLine(line, { cwd: '/p', home: '/home/u' });
  return (await denyStateWrite(line, read, '/p', facts)) !== undefined;
}

describe('lines of Bash that reach what Party guards from elsewhere', () => {
  for (const [kind, lines] of Object.entries({ code, given, helped, swept })) {
    for (const line of lines) it(`denies (${kind}) ${line}`, async () => assert.ok(await isDenied(line)));
  }
  for (const line of ignored) it(`ignores ${line}`, async () => assert.ok(!(await isDenied(line))));
});
