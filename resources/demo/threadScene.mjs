// What a demo agent does with a message from the thread of a finding: it answers there, as the real ones do by a tool.

import { runScript } from './scripts.mjs';

/** `env` marks the environment of the agent's commands, as the real client does. */
export function threadScene(agent, env) {
  return {
    when: /^\[\w+ \w+\] About review finding (\S+)/,
    async play({ match: [, key] }) {
      const said = `I am a demo, so I have no more to say about it. The real ${agent} would look at the code and answer here.`;
      const { code, stderr } = await runScript('bin/party', ['findings', 'reply', key, said], { env });
      return code === 0 ? `I have answered in the thread of ${key}.` : `I cannot answer there: ${stderr.trim()}`;
    },
  };
}
