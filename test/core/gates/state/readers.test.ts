// Lines of Bash that only read what Party guards, and their like that write it beside reading.
import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { denialText } from '../../../../src/core/gates/denial.ts';
import { denyStateWrite } from '../../../../src/core/gates/state/lineWrites.ts';
import { readShellLine } from '../../../../src/core/shell/programs.ts';

const facts = {
  guarded: ['/h/party', '/tmp/party-x', '/h/.tmux-team/config.json'],
  pathsOf: (cwd: string, path: string) => [posix.resolve(cwd, path)],
  isAnswer: async () => false,
};
const file = '/tmp/party-x/codex/findings/q.json';

const denied: readonly string[] = [
  // Calls inside calls.
  `python3 -c "print('x', file=open(('$PARTY_HOME/x'),'w'))"`,
  `python3 -c "print('x', file=open(('${file}'),'w'))"`,
  `python3 -c "open(str('${file}'), 'w')"`,
  `python3 -c "open('${file}', mode='w')"`,
  `python3 -c "open(*['${file}', 'w'])"`,
  `python3 -c "import shelve; shelve.open('${file}')"`,
  // Functions that another function calls.
  `node -e "['$PARTY_HOME/x'].forEach(require('fs').unlinkSync)"`,
  `node -e "['${file}'].forEach(require('fs').unlinkSync)"`,
  `python3 -c "import os; list(map(os.remove,['${file}']))"`,
  `python3 -c "import os; min(['${file}'],key=os.remove)"`,
  `python3 -c "import os as o; sorted(['${file}'], key=o.remove)"`,
  `python3 -c "from os import remove as get; get('${file}')"`,
  `python3 -c "import json, os; json.loads('{}', object_hook=os.remove); '${file}'"`,
  `node -e "JSON.parse('[\\"${file}\\"]', fs.unlinkSync)"`,
  `node -e "JSON.parse('[\\"rm ${file}\\"]', child_process.execSync)"`,
  `node -e "const f = fs; JSON.parse('[\\"${file}\\"]', f['unlinkSync'])"`,
  `node -e "const {unlinkSync: log} = require('fs'); log('${file}')"`,
  `node -e "require('fs')['unlinkSync']('${file}')"`,
  `node -e "require('./x').parse('${file}')"`,
  // Quotes that hold no text.
  `node -e "/* ' */ fs.unlinkSync(\\"${file}\\") /* ' */"`,
  `python3 - <<E\n'''\n''' ; os.remove("${file}") ; '''\n'''\nE`,
  `python3 -c "print(f'{os.remove(\\"${file}\\")}')"`,
  // Variables of Party's in words of any program.
  'sed -i s/a/b/ "$PARTY_HOME/x"',
  'curl -o "$PARTY_HOME/x" http://127.0.0.1',
  'some-new-program $PARTY_STATE_ROOT/party-x/y',
  // Options that run a program or write a file.
  'rg --pre rm . $PARTY_HOME/projects',
  'rg --pre rm . /h/party/projects',
  'rg --pre=rm . /h/party/projects',
  `rg --hostname-bin=${file} x`,
  `bat --pager 'tee ${file}' a`,
  `ag --pager 'tee ${file}' x`,
  `ack --pager='tee ${file}' x`,
  'git grep --no-index -Orm x $PARTY_HOME/projects',
  'git grep --no-index -Orm x /h/party/projects',
  'git grep --no-index -nOrm x /h/party/projects',
  'git grep --no-index --open-files-in-pager=rm x /h/party/projects',
  'git grep --no-index --open=rm x /h/party/projects',
  `git diff --ext-diff --no-index a ${file}`,
  `git diff --textconv --no-index a ${file}`,
  `git log --outp=${file}`,
  `git push --exec=rm ${file}`,
  `sort --compress-program=rm ${file}`,
  `sort -uo ${file} a`,
  `uniq a ${file}`,
  `xxd a ${file}`,
  `xxd -r a ${file}`,
  `less '+!rm ${file}' a`,
  `less -o${file} a`,
  'file -C -m /h/party/magic',
  `yq -i .a=1 ${file}`,
  `yq --inplace .a=1 ${file}`,
  `mapfile -C 'rm ${file}' -c 1 a`,
  `find . -fprintf ${file} x`,
  'find /h/party -name x -exec rm {} +',
  `parallel --joblog ${file} echo ::: a`,
  `split a ${file}`,
  `csplit -f ${file} a 1`,
  `zip ${file} a`,
  `tar cf ${file} a`,
  // Code of sed and awk.
  `sed 's/a/b/w ${file}' a`,
  `sed 's/a/rm/e' ${file}`,
  `sed -n '1p;w ${file}' a`,
  `sed 's/[/]/w/;w ${file}' a`,
  `sed p ${file} -i`,
  `sed -f x.sed ${file}`,
  `sed -ne p -i.bak ${file}`,
  `awk '{print > "${file}"}' a`,
  `awk '{print | "tee ${file}"}' a`,
  `awk 'BEGIN{system("rm ${file}")}'`,
  `awk -i inplace '{print 1}' ${file}`,
  `awk -f x.awk ${file}`,
  `gawk -d${file} 1 a`,
  `gawk '@load "x"; 1' ${file}`,
];

const ignored: readonly string[] = [
  `awk "NR<5" ${file}`,
  `awk -F, -v n=1 '$1 == n || NR == 2 {print $2}' ${file}`,
  `sed 's/,/\\n/g' ${file}`,
  `sed -E 's|[[:space:]]+| |g; s/a/b/2p' ${file}`,
  `sed -n -e '/summary/,+3p' -e '$p' ${file}`,
  `sed -n 1,20p "$PARTY_HOME/x"`,
  `uniq -c ${file}`,
  `xxd ${file}`,
  `base64 ${file}`,
  `paste -sd, ${file}`,
  `yq .findings ${file}`,
  `yq -P '.a' ${file}`,
  `rg -n --hidden x ${file}`,
  'bat --plain $PARTY_HOME/x',
  `git diff --no-index a ${file}`,
  `sort -u ${file}`,
  `less +10 ${file}`,
  `file ${file}`,
  `python3 -c "import json,sys; d=json.load(open('${file}')); print(len(d['findings']), d.get('summary'))"`,
  `python3 - <<E\nimport json\nwith open('${file}') as f:\n  for x in json.load(f)['findings']:\n    print(x['id'], sep=' ')\nE`,
  `node -e "const fs = require('fs'); for (const x of JSON.parse(fs.readFileSync('${file}', 'utf8')).findings) console.log(x.id)"`,
  `node -p "require('${file}').summary"`,
  'cat "$PARTY_HOME/x" > "/p/$n.json"',
];

describe('programs that read what Party guards', () => {
  const judge = async (line: string) => {
    const denial = await denyStateWrite(line, readShellLine(line, { cwd: '/p', home: '/h' }), '/p', facts);
    return denial && denialText(denial);
  };
  for (const line of denied) {
    it(`denies ${line}`, async () => {
      assert.match((await judge(line)) ?? '', /^Only Party writes .*To read.*, use cat, jq or the Read tool/s);
    });
  }
  for (const line of ignored) it(`ignores ${line}`, async () => assert.equal(await judge(line), undefined));
});
