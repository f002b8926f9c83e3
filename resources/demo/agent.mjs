// A scripted stand-in for an agent, so that Party can be seen at work without an account. It is a terminal program like
// the real ones and acts only through the scripts that Party ships; it keeps no state of its own.

import { claude } from './claude.mjs';
import { codex } from './codex.mjs';
import { runCodex } from './codexExec.mjs';
import { openTerminal } from './terminal.mjs';

/** More often than this, Codex and the script do not agree, and the human has to look. */
const mostTurns = 12;
const agents = { claude, codex };
const [role, ...more] = process.argv.slice(2);
const agent = agents[role];
if (agent === undefined) {
  process.stderr.write(`Usage: agent.sh ${Object.keys(agents).join('|')}\n`);
  process.exit(1);
}
if (role === 'codex' && more.length > 0) await runCodex(more);
else await talk();

async function talk() {
  const terminal = openTerminal(agent.titles);
  let leaving = false;
  for (const signal of ['SIGHUP', 'SIGTERM']) process.on(signal, () => leave('other'));
  terminal.onEnd(() => leave('prompt_input_exit'));

  terminal.print(`${agent.name} — scripted, no account needed`);
  terminal.print(`Try: ${await agent.first()} · /help\n`);
  await agent.start();
  terminal.ready();

  for await (const message of terminal.messages()) {
    const line = agent.script.find(({ when }) => when.test(message));
    if (line === undefined) continue;
    if (line.play === 'exit') await leave('prompt_input_exit');
    await terminal.work(async () => {
      const refused = await agent.submit(message);
      if (refused !== undefined) return terminal.print(`■ ${refused}\n`);
      await terminal.pause(line.ms ?? 700);
      let answer = await play(line, { message, match: line.when.exec(message), terminal });
      for (let turn = 1; answer !== undefined; turn++) {
        terminal.print(`● ${answer}\n`);
        const goOn = await agent.turnEnded({ message, answer, terminal, again: turn > 1 });
        answer = goOn === undefined || turn >= mostTurns ? undefined : await play({ play: goOn }, { terminal });
      }
    });
  }

  async function leave(reason) {
    if (leaving) return;
    leaving = true;
    terminal.close();
    await agent.end(reason);
    process.exit(0);
  }
}

/** What goes wrong in a scene is said, like everything else; only Ctrl-C ends the turn. */
async function play(line, given) {
  try {
    return await line.play(given);
  } catch (error) {
    if (!(error instanceof Error) || error.name === 'AbortError') throw error;
    return `That failed: ${error.message}`;
  }
}
