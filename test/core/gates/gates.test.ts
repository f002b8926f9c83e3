// What the gates make of lines of Bash: which of them are an invocation, which only mention one, and which cannot be
// seen through and so count as one.

import assert from 'node:assert/strict';
import { actsOf } from '../../../src/core/gates/acts/actsOf.ts';
import { denyCompany } from '../../../src/core/gates/alone.ts';
import { type CodexCall, codexCalls, mentionsReviews } from '../../../src/core/gates/codexCalls.ts';
import { type GuardedAct, guardedAct } from '../../../src/core/gates/guardedActs.ts';
import { denyForgery } from '../../../src/core/gates/ownHooks.ts';
import { mentionsPullRequests, otherHead } from '../../../src/core/gates/pullRequest.ts';
import { isPullRequestTool, toolAct } from '../../../src/core/gates/pullRequestTool.ts';
import { couldHide, readShellLine } from '../../../src/core/shell/programs.ts';
import { codexLines, company, forgeries, noPullRequests, pullRequests } from '../shell/gateLines.ts';

const place = { cwd: '/p', home: '/h' };

function gatedByPr(line: string): boolean {
  const read = readShellLine(line, place);
  return (
    read.invocations.flatMap(actsOf).some(({ act }) => act === 'pr-create') ||
    couldHide(read, line, mentionsPullRequests)
  );
}

function calls(line: string): CodexCall[] | 'unseen' {
  const read = readShellLine(line, place);
  const found = new Set(read.invocations.flatMap((invocation) => codexCalls(invocation)));
  return found.size === 0 && couldHide(read, line, mentionsReviews) ? 'unseen' : [...found].sort();
}

describe('pr-gate', () => {
  for (const line of pullRequests) it(`gates ${JSON.stringify(line).slice(0, 90)}`, () => assert.ok(gatedByPr(line)));
  for (const line of noPullRequests) {
    it(`leaves ${JSON.stringify(line).slice(0, 90)} alone`, () => assert.ok(!gatedByPr(line)));
  }

  const tools = {
    mcp__github__create_pull_request: true,
    'mcp__plugin_gh_github__create-pull-request': true,
    mcp__github__createPullRequest: true,
    mcp__github__pull_request_create: true,
    mcp__github__create_pr: true,
    mcp__github__open_pull_request: true,
    mcp__github__createPR: true,
    mcp__github__createPr: true,
    mcp__github__pr_create: true,
    mcp__github__gh_pr_create: true,
    mcp__gitlab__new_mr: true,
    mcp__gitlab__createMergeRequest: true,
    mcp__github__pull_request_write: true,
    mcp__github__create_pull_request_for_review: true,
    mcp__github__createPRForReview: true,
    mcp__github__add_pull_request_comment: false,
    mcp__github__pull_request_review_write: false,
    mcp__github__createPullRequestReviewComment: false,
    mcp__github__add_label_to_pr: false,
    mcp__github__create_comment_on_pull_request: false,
    mcp__github__create_issue_from_pr: false,
    mcp__gitlab__create_mr_note: false,
    mcp__github__pull_request_read: false,
    mcp__github__merge_pull_request: false,
    mcp__github__search_prs: false,
    mcp__x__create_pull_request_with_copilot: true,
    mcp__github__create_pull_request_review: false,
    mcp__github__add_comment_to_pending_review: false,
    mcp__github__list_pull_requests: false,
    mcp__github__get_pull_request: false,
    mcp__github__create_issue: false,
    mcp__printer__create_print: false,
    Bash: false,
    create_pull_request: false,
  };
  for (const [tool, expected] of Object.entries(tools)) {
    it(`${expected ? 'gates' : 'leaves alone'} the tool ${tool}`, () =>
      assert.equal(isPullRequestTool(tool), expected));
  }

  const heads: [string, string | null | undefined][] = [
    ['gh pr create', undefined],
    ['gh pr create --head b', 'b'],
    ['gh pr create -Hb', 'b'],
    ['gh pr create --head=me:b', 'b'],
    ['gh pr create --head "$B"', null],
    ['mise exec -- gh pr create --head b', 'b'],
    ['gh api -H "Accept: x" repos/o/r/pulls -f title=x -f head=b', 'b'],
    ['gh api repos/o/r/pulls -f head=me:b', 'b'],
    ['gh api repos/o/r/pulls -f head="$B"', null],
    ['gh api repos/o/r/pulls --input body.json', null],
    ['gh api graphql -f query=\'mutation { createPullRequest(input: {headRefName: "b"}) { x } }\'', 'b'],
    ['curl -H "Accept: x" https://api.github.com/repos/o/r/pulls -d \'{"head": "b"}\'', 'b'],
    ['curl https://api.github.com/repos/o/r/pulls -d @body.json', null],
    ['glab mr create', undefined],
    ['glab mr create --source-branch b', 'b'],
    ['az repos pr create -s b', 'b'],
    ['hub pull-request -h me:b', 'b'],
    ['git push -o merge_request.create origin HEAD', undefined],
    ['git push -o merge_request.create origin b:x', 'b'],
    ['git push origin "$B":refs/for/main', null],
  ];
  for (const [line, expected] of heads) {
    it(`sees which branch ${line} is about`, () => {
      assert.equal(otherHead(readShellLine(line, place).invocations[0] ?? { words: [] }), expected);
    });
  }
});

describe('a pull request and its line', () => {
  for (const [line, expected] of company) {
    it(`${expected === undefined ? 'may be' : 'may not be'} ${JSON.stringify(line).slice(0, 90)}`, () => {
      assert.ok(gatedByPr(line));
      const reason = denyCompany(readShellLine(line, place));
      if (expected === undefined) return assert.equal(reason, undefined);
      assert.match(reason?.problem ?? '', /in a call of its own/);
      assert.match(reason?.problem ?? '', expected);
    });
  }
});

describe('lines that would forge evidence', () => {
  for (const [line, expected] of forgeries) {
    it(`${expected ? 'is' : 'is not'} ${JSON.stringify(line)}`, () => {
      assert.equal(denyForgery(readShellLine(line, place), '/h/party') !== undefined, expected);
    });
  }
});

describe('codex-gate', () => {
  for (const [line, expected] of codexLines) {
    it(`sees ${JSON.stringify(expected)} in ${JSON.stringify(line)}`, () => assert.deepEqual(calls(line), expected));
  }
});

describe('worktree-guard', () => {
  const at = { directory: null };
  const table: [string, GuardedAct | undefined][] = [
    ['git checkout -b x', { kind: 'switch', target: 'x', ...at }],
    ['git checkout -B x main', { kind: 'switch', target: 'main', ...at }],
    ['git checkout feature', { kind: 'checkout', target: 'feature', ...at }],
    ['git checkout -f feature', { kind: 'checkout', target: 'feature', ...at }],
    ['git checkout -', { kind: 'switch', target: '-', ...at }],
    ['git checkout "$B"', { kind: 'switch', target: null, ...at }],
    ['git -C ../x checkout feature', { kind: 'checkout', target: 'feature', directory: '../x' }],
    ['git -c a=b --no-pager checkout feature', { kind: 'checkout', target: 'feature', ...at }],
    ['git checkout --detach', { kind: 'switch', target: null, ...at }],
    ['git switch feature', { kind: 'switch', target: 'feature', ...at }],
    ['git switch -c x', { kind: 'switch', target: 'x', ...at }],
    ['git switch -', { kind: 'switch', target: '-', ...at }],
    ['bash -c "git switch feature"', { kind: 'switch', target: 'feature', ...at }],
    ['gh pr checkout 5', { kind: 'switch', target: '5', ...at }],
    ['git checkout main', undefined],
    ['git checkout master', undefined],
    ['git switch main', undefined],
    ['git checkout -- src/a.ts', undefined],
    ['git checkout HEAD -- src/a.ts', undefined],
    ['git checkout HEAD~1 src/a.ts', undefined],
    ['git checkout .', undefined],
    ['git checkout -p', undefined],
    ['git checkout --ours x', undefined],
    ['git worktree add ../x -b x', undefined],
    ['git branch x', undefined],
    ['git status', undefined],
    ['echo git checkout x', undefined],
    ['sed -i s/a/b/ x', { kind: 'in-place', program: 'sed' }],
    ['sed -i.bak s/a/b/ x', { kind: 'in-place', program: 'sed' }],
    ['sed -Ei s/a/b/ x', { kind: 'in-place', program: 'sed' }],
    ['sed --in-place=.bak s/a/b/ x', { kind: 'in-place', program: 'sed' }],
    ['gsed -ni p x', { kind: 'in-place', program: 'gsed' }],
    ['perl -pi -e s/a/b/ x', { kind: 'in-place', program: 'perl' }],
    ['perl -i.bak -pe s/a/b/ x', { kind: 'in-place', program: 'perl' }],
    ["awk -i inplace '{ print }' x", { kind: 'in-place', program: 'awk' }],
    ["gawk -iinplace '{ print }' x", { kind: 'in-place', program: 'gawk' }],
    ["gawk --include=inplace '{ print }' x", { kind: 'in-place', program: 'gawk' }],
    ["gawk -v a=1 --include inplace '{ print }' x", { kind: 'in-place', program: 'gawk' }],
    ["gawk -i /usr/share/awk/inplace.awk '{ print }' x", { kind: 'in-place', program: 'gawk' }],
    [`gawk '@include "inplace"; { print }' x`, { kind: 'in-place', program: 'gawk' }],
    ["ruby -pi -e '1' x", { kind: 'in-place', program: 'ruby' }],
    ["awk '{ print }' inplace", undefined],
    ['awk -f inplace-report.awk x', undefined],
    ["ruby -e 'puts 1' -i", { kind: 'in-place', program: 'ruby' }],
    ['find . -exec sed -i s/a/b/ {} +', { kind: 'in-place', program: 'sed' }],
    ['sed -n 1,5p x', undefined],
    ['sed -e s/i/j/ x', undefined],
    ['sed -es/i/j/ x', undefined],
    ['perl -ne "print if /x/" file', undefined],
    ['perl -Mstrict -e 1', undefined],
    ['grep -i sed x', undefined],
  ];
  for (const [line, expected] of table) {
    it(`${expected === undefined ? 'leaves alone' : `sees a ${expected.kind} in`} ${line}`, () => {
      const acts = readShellLine(line, place).invocations.map(guardedAct);
      assert.deepEqual(
        acts.find((act) => act !== undefined),
        expected,
      );
    });
  }
});

describe('MCP tools that do something else of a pull request', () => {
  const at = { owner: 'o', repo: 'r' };
  const cases: [string, Record<string, unknown>, string | undefined][] = [
    ['mcp__github__create_pull_request', at, 'pr-create'],
    ['mcp__github__merge_pull_request', { ...at, pull_number: 5 }, 'pr-merge'],
    ['mcp__gitlab__accept_merge_request', {}, 'pr-merge'],
    ['mcp__gh__mark_pr_ready_for_review', {}, 'pr-ready'],
    ['mcp__github__update_pull_request', { ...at, draft: false }, 'pr-ready'],
    ['mcp__github__update_pull_request', { ...at, base: 'other' }, 'pr-create'],
    ['mcp__github__push_files', { ...at, branch: 'main' }, 'push-base'],
    ['mcp__github__create_or_update_file', { ...at, branch: 'main' }, 'push-base'],
    ['mcp__github__delete_file', at, 'push-base'],
    ['mcp__github__create_commit_status', at, 'status'],
    ['mcp__github__createCheckRun', at, 'status'],
    ['mcp__github__check_and_merge_pull_request', at, 'pr-merge'],
    ['mcp__github__merge_pull_requests', at, 'pr-merge'],
    ['mcp__gitlab__merge_mrs', at, 'pr-merge'],
    ['mcp__github__merge_pr_if_checks_pass_and_get_status', at, 'pr-merge'],
    ['mcp__github__get_or_create_pull_request', at, 'pr-create'],
    ['mcp__github__check_run_create', at, 'status'],
    ['mcp__gitlab__create_or_update_file', { project_id: '7', file_path: 'x', branch: 'main' }, 'push-base'],
    ['mcp__gitlab__push_files', { project_id: '7', commit_message: 'x' }, 'push-base'],
    ['mcp__github__get_pull_request_merge_status', at, undefined],
    ['mcp__github__list_pull_requests_ready_for_review', at, undefined],
    ['mcp__github__list_pull_request_ready_for_review', at, undefined],
    ['mcp__github__check_pr_merge_conflicts', at, undefined],
    ['mcp__github__canMergePullRequest', at, undefined],
    ['mcp__github__is_pr_ready', at, undefined],
    ['mcp__github__get_open_pull_request', at, undefined],
    ['mcp__github__get_pull_request_file', at, undefined],
    ['mcp__figma__create_file', { project_id: '7', name: 'Sketch' }, undefined],
    ['mcp__github__create_commit_comment', { ...at, body: 'x' }, undefined],
    ['mcp__github__compare_commit_file', { ...at, branch: 'main' }, undefined],
    ['mcp__github__update_pull_request', { ...at, title: 'x' }, undefined],
    ['mcp__github__update_pull_request_branch', at, undefined],
    ['mcp__github__get_pull_request', at, undefined],
    ['mcp__github__get_file_contents', { ...at, branch: 'main' }, undefined],
    ['mcp__github__list_commits', at, undefined],
    ['mcp__github__get_commit', at, undefined],
    ['mcp__fs__create_file', { path: 'x' }, undefined],
    ['mcp__party__request_review', {}, undefined],
    ['Write', { ...at, branch: 'main' }, undefined],
  ];
  for (const [tool, input, expected] of cases) {
    it(`${tool} with ${Object.keys(input).join(', ') || 'nothing'}: ${expected ?? 'nothing'}`, () =>
      assert.equal(toolAct(tool, input)?.act, expected));
  }
});
