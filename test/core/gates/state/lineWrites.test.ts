// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are lines of Bash

// Which lines of Bash would write what Party guards.
import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { denialText } from '../../../../src/core/gates/denial.ts';
import { denyStateWrite } from '../../../../src/core/gates/state/lineWrites.ts';
import type { StateGateFacts } from '../../../../src/core/gates/stateGate.ts';
import { readShellLine } from '../../../../src/core/shell/programs.ts';

const facts: StateGateFacts = {
  guarded: ['/h/party', '/tmp/party-x', '/h/.tmux-team/config.json'],
  // `link` leads into Party's home.
  pathsOf: (cwd, path) => {
    const full = posix.resolve(cwd, path);
    return [full, full.replace(/^\/p\/link(?=\/|$)/, '/h/party')];
  },
  isAnswer: async (path) => path === '/tmp/party-x/messages/to-codex/response-q.md',
};
const file = '/tmp/party-x/codex/findings/q.json';
const state = '/tmp/party-x';

const denied: readonly string[] = [
  // Redirections, and the programs that are made for it.
  `echo x > ${file}`,
  `printf x 1<> ${file}`,
  `exec 3> ${file}; echo x >&3`,
  `cd ${state}/codex && echo x > findings/q.json`,
  `cp -t ${state}/codex/findings a`,
  `cp --target-directory=${state} a`,
  `install -t ${state} a`,
  `rsync a ${file} -v`,
  `ln ${file} here.json`,
  `mkdir ${state}/p`,
  'cp x/config.json ~/.tmux-team/',
  'cp -r x ~/.tmux-team',
  'rm -rf ~/.tmux-team',
  'mv ~/.tmux-team ~/.x',
  'ln -s /x ~/.tmux-team',
  'echo x | tee link/x',
  // Programs that write beside what they are made for.
  `sed -i s/a/b/ ${file}`,
  `sed -n 'w ${file}' a`,
  `sort a -o ${file}`,
  `curl -so${file} http://127.0.0.1`,
  `git apply --directory=${state} p.patch`,
  `git -C ${state} apply p.patch`,
  `git --work-tree=${state} checkout -f`,
  `git diff --output=${file}`,
  `git clone . ${state}/x`,
  `party review changes --out ${file}`,
  `codex exec -o ${file} hello`,
  `make -C ${state}`,
  `npm install --prefix ${state} x`,
  `some-new-program ${file}`,
  `cd ${state} && some-new-program`,
  `vim -c ':w! ${file}' -c ':q' a`,
  `ed -s a <<E\nw ${file}\nq\nE`,
  // Code.
  `python3 -c "open('${file}','w').write('x')"`,
  `python3 -c "print = open; print('${file}', 'w')"`,
  `python3 -c "import os; os.unlink('${file}')"`,
  `python3 - <<E\nopen('${file}', 'w').write('x')\nE`,
  `node -e "require('fs').writeFileSync('${file}','x')"`,
  `awk 'BEGIN{print "x" > "${file}"}'`,
  `perl -e 'open F,">${file}"; print F 1'`,
  // Where only the shell knows the name.
  `echo x > "$PARTY_HOME/a"`,
  'cd $PARTY_HOME && echo x > a',
  'rm -rf "$PARTY_STATE_ROOT"/*',
  `F=$(ls -d /tmp/part*)/codex/findings/q.json; cat /tmp/party-x/y; echo x > $F`,
  'echo x > /tmp/part?-x/codex/findings/q.json',
  'tee /tmp/part*/codex/findings/q.json',
  'rm -rf /tmp/*',
  'cd /tmp && rm -rf *',
  'cd /tmp && tee part*/x',
  `> ${file}`,
  `env -C ${state} touch x`,
  `cd ${state}/.. && rm -rf party-x`,
  'echo x > ~/.tmux-te*/config.json',
  `echo ${file} | xargs cp a`,
  `sh -c 'echo x > $0' ${file}`,
  `find ${state} -name q.json -exec cp a {} \\;`,
  `bash -c "some-new-program ${file}"`,
  `for f in ${file}; do cp a $f; done`,
  // A target of mv and cp takes files in, and gives a folder its name.
  `mv a ${file}`,
  'mv x/party-x /tmp/',
  'mv x/config.json ~/.tmux-team/',
  'mv x/.tmux-team ~',
  'mv -t ~/.tmux-team x/config.json',
  'cp -t ~/.tmux-team x/config.json',
  'cp --target-directory=/h/.tmux-team x/config.json',
  'cp -- -x/config.json ~/.tmux-team',
  'cp "$F" ~/.tmux-team/',
  'mv /tmp x',
  'mv ~ /x/',
  'mv --exchange x /tmp',
  'ln -s /tmp x',
  `mv x -t ${state}`,
  // Globs that may become a guarded name, also through a variable.
  'for f in /tmp/part*; do rm -rf "$f"; done',
  'cd /tmp; for f in part*; do rm -rf "$f"; done',
  'for f in /tmp/*; do rm -rf "$f"; done',
  'f=part*; echo x > /tmp/$f/y',
  'rm -rf ~/.tm*',
  'rm -rf ~/.tmux-t*',
  'rm -rf "$HOME"/.[a-z]*',
  'cd /tmp; x=party-x; rm -rf "$X"',
  'rm -f "$XDG_CONFIG_HOME/tmux-team/config.json"',
  'rm -rf "$XDG_CONFIG_HOME"/*',
];

const ignored: readonly string[] = [
  `cat ${file}`,
  `cat ${file} | jq '.findings[]' > /p/copy.json`,
  `cp ${file} /p/copy.json`,
  `wc -l < ${file}`,
  `sed -n 1,20p ${file}`,
  `find ${state} -name '*.json'`,
  `find ${state} -name '*.json' -exec cat {} \\;`,
  `tmux-codex.sh --review-complete ${file}`,
  `tmux-codex.sh --prompt "look at ${file}"`,
  `sh /x/tmux-codex.sh --review-complete ${file}`,
  `git commit -m "see ${file}"`,
  `node /h/party/current/dist/cli.cjs review complete ${file}`,
  '/h/party/current/resources/bin/party status > out.txt',
  'sh /h/party/current/resources/bin/party findings list',
  `python3 -m json.tool ${file}`,
  `python3 -c "import json; print(json.load(open('${file}'))['summary'])"`,
  `node -p "JSON.parse(require('fs').readFileSync('${file}')).summary"`,
  `[ -f ${file} ] || echo no`,
  `echo yes > ${state}/messages/to-codex/response-q.md`,
  `while read -r l; do echo $l; done < ${file}`,
  'X=$(mktemp) && echo a > $X && rm "$X"',
  'for i in 1 2; do echo $i > /tmp/$i; done',
  'rm /tmp/*.log',
  'cd /tmp && rm -rf build-*',
  'rm -rf *.o && cp $F out/',
  'rm -rf node_modules dist',
  'cp -r src /tmp',
  'mkdir -p ~/.tmux-team',
  'party findings list && npm test $X 2>&1 | tee test.log',
  'mv report.html /tmp/',
  'mv -f a b /tmp',
  'mv -t /tmp a',
  'cd ~/app && mv build.tgz ..',
  'ln -s /x/y /tmp/',
  'cp a b ~',
  'for f in *.json; do cp "$f" "/tmp/$f"; done',
  'for f in *.json; do cp $f /tmp/$f; done',
  'for f in /tmp/*.log; do rm "$f"; done',
  'echo x > "/tmp/${x}"; cp a "$HOME/${x}"',
  'for f in third-party-libs/*.c; do cp "$f" "$OUT"; done',
  'git stash push -m "party-mode wip" && rm -f "$TMPFILE"',
  'mkdir -p "${XDG_CONFIG_HOME:-$HOME/.config}/nvim"',
  'ls ~/.local/share && rm -f "$TMPFILE"',
  'cat ~/.tool-versions && rm -f "$TMPFILE"',
  'ls ~/.terraform.d/* && rm -f "$TMPFILE"',
];

describe('lines of Bash that write what Party guards', () => {
  const judge = async (line: string) => {
    const denial = await denyStateWrite(line, readShellLine(line, { cwd: '/p', home: '/h' }), '/p', facts);
    return denial && denialText(denial);
  };
  for (const line of denied) {
    it(`denies ${line}`, async () => assert.match((await judge(line)) ?? '', /^Only Party writes /));
  }
  for (const line of ignored) it(`ignores ${line}`, async () => assert.equal(await judge(line), undefined));
});
