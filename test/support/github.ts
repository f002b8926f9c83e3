// A stand-in for the part of GitHub that our requests use, on a unix socket. The real gh talks to it in plain http when
// its host is `github.localhost`. It keeps issues, labels, milestones and comments, and fails when a test tells it to.

import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Sandbox } from './sandbox.ts';

export interface ServedIssue {
  readonly number: number;
  readonly node_id: string;
  readonly html_url: string;
  title: string;
  body: string | null;
  state: 'open' | 'closed';
  state_reason: string | null;
  labels: string[];
  milestone: number | null;
  assignees: string[];
  readonly created_at: string;
  updated_at: string;
  pull_request?: object;
}

export interface ServedMilestone {
  readonly number: number;
  title: string;
  description: string | null;
  state: 'open' | 'closed';
  readonly created_at: string;
  updated_at: string;
}

export interface ServedComment {
  readonly issue: number;
  readonly body: string;
  readonly login: string;
  readonly created_at: string;
}

export interface ServedRequest {
  readonly method: string;
  readonly host: string;
  readonly repo: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Answers a request before GitHub does: a status with headers, or only a closed connection. */
export interface Trouble {
  readonly when: (request: ServedRequest) => boolean;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** GitHub does what was asked first: the answer is lost, not the request. */
  readonly afterwards?: boolean;
  /** GitHub waits for this, then does what was asked and answers as always. */
  readonly doneAfter?: Promise<unknown>;
  /** GitHub does what was asked at once, and answers after this. */
  readonly answeredAfter?: Promise<unknown>;
  times?: number;
}

export class Github {
  readonly issues: ServedIssue[] = [];
  readonly milestones: ServedMilestone[] = [];
  readonly comments: ServedComment[] = [];
  readonly labels = new Map<string, { name: string; color: string; description: string }>();
  readonly requests: ServedRequest[] = [];
  /** How many requests got only "not modified", which costs nothing of the rate limit. */
  unchanged = 0;
  readonly troubles: Trouble[] = [];
  /** The users that can be assigned. */
  readonly users: string[] = [];
  /**
   * Without write access GitHub creates no labels or milestones. On an issue it silently drops them and the assignees.
   */
  mayWrite = true;
  /** The repository's current name: GitHub answers under its old name too. */
  fullName = 'o/r';
  readonly #directory = mkdtempSync(join(tmpdir(), 'party-gh-'));
  readonly socket = join(this.#directory, 'api.sock');
  readonly #server = createServer((request, response) => {
    this.#serve(request, response).catch((error: unknown) => {
      console.error('scripted GitHub:', error);
      response.destroy();
    });
  });
  /** GitHub's clock counts seconds, and every change takes one. */
  #now = Date.now();

  static async start(): Promise<Github> {
    const github = new Github();
    await github.listen();
    return github;
  }

  async listen(): Promise<void> {
    this.#server.listen(this.socket);
    await once(this.#server, 'listening');
  }

  /** From here on, requests get no answer. */
  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async dispose(): Promise<void> {
    if (this.#server.listening) await this.close();
    rmSync(this.#directory, { recursive: true, force: true });
  }

  /** What the real gh needs to talk only to this server. */
  environment(box: Sandbox): Record<string, string> {
    const config = box.directory('gh-config');
    mkdirSync(config, { recursive: true });
    writeFileSync(join(config, 'config.yml'), `http_unix_socket: ${this.socket}\n`, { mode: 0o600 });
    return { GH_CONFIG_DIR: config, GH_HOST: 'github.localhost', GH_TOKEN: 'x', GH_ENTERPRISE_TOKEN: 'x' };
  }

  issue(number: number): ServedIssue {
    const found = this.issues.find((issue) => issue.number === number);
    if (found === undefined) throw new Error(`there is no issue ${number}`);
    return found;
  }

  /** Makes a change as if a person made it on GitHub's own pages. */
  edit(number: number, change: Partial<ServedIssue>): ServedIssue {
    return Object.assign(this.issue(number), change, { updated_at: this.tick() });
  }

  open(issue: Partial<ServedIssue> & { title: string }): ServedIssue {
    const number = Math.max(0, ...this.issues.map((one) => one.number), ...this.#deleted) + 1;
    const time = this.tick();
    const made: ServedIssue = {
      ...{ number, node_id: `I_${number}`, html_url: `http://github.localhost/o/r/issues/${number}` },
      ...{ body: null, state: 'open', state_reason: null, labels: [], milestone: null, assignees: [] },
      ...{ created_at: time, updated_at: time },
      ...issue,
    };
    this.issues.push(made);
    return made;
  }

  remove(number: number): void {
    const index = this.issues.findIndex((issue) => issue.number === number);
    this.issues.splice(index, 1);
    this.#deleted.push(number);
  }
  readonly #deleted: number[] = [];

  comment(issue: number, body: string, login = 'someone'): ServedComment {
    const made = { issue, body, login, created_at: this.tick() };
    this.comments.push(made);
    this.issue(issue).updated_at = made.created_at;
    return made;
  }

  openMilestone(milestone: Partial<ServedMilestone> & { title: string }): ServedMilestone {
    const number = Math.max(0, ...this.milestones.map((one) => one.number)) + 1;
    const time = this.tick();
    const made: ServedMilestone = {
      ...{ number, description: null, state: 'open', created_at: time, updated_at: time },
      ...milestone,
    };
    this.milestones.push(made);
    return made;
  }

  tick(): string {
    this.#now += 1000;
    return new Date(this.#now).toISOString().replace(/\.\d+Z$/, 'Z');
  }

  /** How many requests there were, by a line such as `POST issues`. */
  count(line: string): number {
    return this.requests.filter(({ method, path }) => `${method} ${path}` === line).length;
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(incoming.url ?? '/', 'http://github.localhost');
    const sent = await text(incoming);
    const [, repo = '', path = ''] = /^(?:\/api\/v3)?\/repos\/([^/]+\/[^/]+)\/?(.*)$/.exec(url.pathname) ?? [];
    const request: ServedRequest = {
      method: incoming.method ?? '',
      host: incoming.headers.host ?? '',
      repo,
      path,
      query: url.searchParams,
      body: sent === '' ? {} : (JSON.parse(sent) as Record<string, unknown>),
    };
    this.requests.push(request);
    const trouble = this.troubles.find((one) => (one.times ?? 1) > 0 && one.when(request));
    if (trouble !== undefined) trouble.times = (trouble.times ?? 1) - 1;
    await trouble?.doneAfter;
    const patient = trouble?.doneAfter !== undefined || trouble?.answeredAfter !== undefined;
    const answer = trouble === undefined || trouble.afterwards || patient ? this.#answer(request) : undefined;
    await trouble?.answeredAfter;
    if (trouble !== undefined && !patient) {
      if (trouble.status === undefined) incoming.socket.destroy();
      else {
        response.writeHead(trouble.status, { 'content-type': 'application/json', ...trouble.headers });
        response.end(trouble.body ?? JSON.stringify({ message: `scripted ${trouble.status}` }));
      }
      return;
    }
    const { status, body, headers = {} } = answer ?? { status: 500, body: null };
    const json = body === undefined ? '' : JSON.stringify(body);
    const etag = `W/"${hash(json)}"`;
    if (incoming.headers['if-none-match'] === etag) {
      this.unchanged++;
      response.writeHead(304, { etag }).end();
      return;
    }
    const date = new Date(this.#now).toUTCString();
    response.writeHead(status, { 'content-type': 'application/json', date, etag, ...headers }).end(json);
  }

  #answer(request: ServedRequest): Answer {
    const { method, path, query, body } = request;
    const [kind, id, part] = path.split('/');
    const number = Number(id);
    if (path === '') return { status: 200, body: { full_name: this.fullName } };
    if (!this.mayWrite && ['POST labels', 'POST milestones'].includes(`${method} ${path}`)) return forbidden;
    switch (
      `${method} ${kind}${id === undefined ? '' : id === 'comments' ? '/comments' : '/:n'}${part ? `/${part}` : ''}`
    ) {
      case 'GET issues':
        return page(
          request,
          this.#listed(query).map((issue) => this.#shown(issue)),
        );
      case 'POST issues':
        return { status: 201, body: this.#shown(this.#create(body)) };
      case 'GET issues/:n':
        return this.#one(number, (issue) => this.#shown(issue));
      case 'PATCH issues/:n':
        return this.#one(number, (issue) => this.#shown(this.edit(issue.number, this.#change(body))));
      case 'POST issues/:n/comments':
        return this.#one(number, () => shownComment(this.comment(number, String(body['body']), 'me')), 201);
      case 'GET issues/:n/comments':
        return page(request, this.comments.filter(({ issue }) => issue === number).map(shownComment));
      case 'GET issues/comments': {
        const since = query.get('since') ?? '';
        return page(request, this.comments.filter(({ created_at }) => created_at >= since).map(shownComment));
      }
      case 'GET assignees/:n':
        return this.users.includes(id ?? '') ? { status: 204, body: undefined } : notFound;
      case 'POST labels': {
        const name = String(body['name']);
        if (this.labels.has(name.toLowerCase())) return invalid('Label', 'already_exists', 'name');
        const made = { name, color: String(body['color']), description: String(body['description']) };
        this.labels.set(name.toLowerCase(), made);
        return { status: 201, body: made };
      }
      case 'GET milestones':
        return page(request, this.milestones);
      case 'POST milestones': {
        const title = String(body['title']);
        if (this.milestones.some((one) => one.title === title)) return invalid('Milestone', 'already_exists', 'title');
        return { status: 201, body: this.openMilestone({ title, description: String(body['description']) }) };
      }
      case 'GET milestones/:n':
      case 'PATCH milestones/:n': {
        const found = this.milestones.find((one) => one.number === number);
        if (found === undefined) return notFound;
        if (method === 'PATCH') Object.assign(found, body, { updated_at: this.tick() });
        const inIt = this.issues.filter((issue) => issue.milestone === number);
        const open_issues = inIt.filter(({ state }) => state === 'open').length;
        return { status: 200, body: { ...found, open_issues, closed_issues: inIt.length - open_issues } };
      }
      case 'DELETE milestones/:n': {
        const index = this.milestones.findIndex((one) => one.number === number);
        if (index === -1) return notFound;
        this.milestones.splice(index, 1);
        for (const issue of this.issues) if (issue.milestone === number) issue.milestone = null;
        return { status: 204, body: undefined };
      }
      default:
        return notFound;
    }
  }

  #create(body: Readonly<Record<string, unknown>>): ServedIssue {
    const change = this.#change(body);
    return this.open({ ...change, title: String(body['title']) });
  }

  #change(body: Readonly<Record<string, unknown>>): Partial<ServedIssue> {
    const { labels, milestone, assignees, ...free } = body;
    if (!this.mayWrite) return free as Partial<ServedIssue>;
    const rest = { ...free, ...(milestone === undefined ? {} : { milestone }), ...(assignees ? { assignees } : {}) };
    if (!Array.isArray(labels)) return rest as Partial<ServedIssue>;
    for (const name of labels.map(String)) {
      // GitHub creates a missing label, in gray.
      if (!this.labels.has(name.toLowerCase()))
        this.labels.set(name.toLowerCase(), { name, color: 'ededed', description: '' });
    }
    return { ...rest, labels: labels.map(String) } as Partial<ServedIssue>;
  }

  #listed(query: URLSearchParams): ServedIssue[] {
    const [since, state] = [query.get('since') ?? '', query.get('state') ?? 'open'];
    const order = query.get('direction') === 'asc' ? 1 : -1;
    return this.issues
      .filter((issue) => issue.updated_at >= since && (state === 'all' || issue.state === state))
      .sort((a, b) => order * (a.created_at < b.created_at ? -1 : 1));
  }

  #one(number: number, show: (issue: ServedIssue) => unknown, status = 200): Answer {
    const issue = this.issues.find((one) => one.number === number);
    if (issue !== undefined) return { status, body: show(issue) };
    return this.#deleted.includes(number) ? { status: 410, body: { message: 'This issue was deleted' } } : notFound;
  }

  #shown(issue: ServedIssue): unknown {
    return {
      ...issue,
      html_url: issue.html_url.replace('/o/r/', `/${this.fullName}/`),
      labels: issue.labels.map((name) => ({ id: 1, name, color: this.labels.get(name.toLowerCase())?.color })),
      milestone: this.milestones.find(({ number }) => number === issue.milestone) ?? null,
      assignees: issue.assignees.map((login) => ({ login })),
      user: { login: 'me' },
    };
  }
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const notFound: Answer = { status: 404, body: { message: 'Not Found' } };
const forbidden: Answer = { status: 403, body: { message: 'Must have admin rights to Repository.' } };

function invalid(resource: string, code: string, field: string): Answer {
  return { status: 422, body: { message: 'Validation Failed', errors: [{ resource, code, field }] } };
}

function page({ path, query }: ServedRequest, all: readonly unknown[]): Answer {
  const size = Number(query.get('per_page') ?? 30);
  const number = Number(query.get('page') ?? 1);
  const next = new URLSearchParams(query);
  next.set('page', String(number + 1));
  const more = all.length > size * number;
  const link = `<http://api.github.localhost/repos/o/r/${path}?${next}>; rel="next", <http://x/?page=9>; rel="last"`;
  return { status: 200, body: all.slice(size * (number - 1), size * number), headers: more ? { link } : {} };
}

function shownComment({ issue, body, login, created_at }: ServedComment): object {
  const issue_url = `http://api.github.localhost/repos/o/r/issues/${issue}`;
  return { body, created_at, issue_url, user: { login }, author_association: login === 'me' ? 'OWNER' : 'NONE' };
}

function hash(text: string): number {
  let sum = 0;
  for (let index = 0; index < text.length; index++) sum = (sum * 31 + text.charCodeAt(index)) | 0;
  return sum;
}
