// What both scripted models share: a server on a free port of loopback, JSON in, JSON or an event stream out.

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export interface ModelServer {
  readonly url: string;
  stop(): Promise<void>;
}

export async function serve(
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void> | void,
): Promise<ModelServer> {
  const server = createServer((request, response) => {
    Promise.resolve(handle(request, response)).catch((error) => {
      // A model that fails in silence would look like a client that hangs.
      console.error('scripted model:', error);
      response.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Its type is also its name in the stream. */
export interface ModelEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

export function readJson(request: IncomingMessage): Promise<unknown> {
  return json(request);
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

export function sendEvents(response: ServerResponse, events: readonly ModelEvent[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of events) response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  response.end();
}

/** How a model fails: with a status and what the API says about it, in the middle of its answer, or by never ending it. */
export type ModelFailure = { readonly status: number; readonly body: object } | 'cut' | 'stall';

/** `begun` is what comes before a stream is cut or stalls. */
export function sendFailure(response: ServerResponse, failure: ModelFailure, begun: readonly ModelEvent[]): void {
  if (failure !== 'cut' && failure !== 'stall') {
    sendJson(response, failure.status, failure.body);
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of begun) response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  if (failure === 'cut') response.write('\n', () => response.destroy());
}
