import { type ConfigLayer, permissionModes } from '../../core/config/configLayer.ts';
import { usage } from '../party/arguments.ts';
import type { Command, ParsedArguments } from '../party/command.ts';

/** The options `--agents` and `--permission-mode` as a layer of the configuration. */
export function flagLayer(command: Pick<Command, 'name'>, args: ParsedArguments): ConfigLayer {
  const agents = args.value('agents');
  if (agents !== undefined && agents !== 'demo')
    throw usage(command, `--agents takes only the word demo, not ${agents}`);
  const mode = args.value('permission-mode');
  if (mode === undefined) return {};
  const permissionMode = permissionModes.find((known) => known === mode);
  if (permissionMode === undefined) {
    throw usage(command, `--permission-mode must be one of ${permissionModes.join(', ')}, not ${mode}`);
  }
  return { agents: { claude: { permissionMode } } };
}
