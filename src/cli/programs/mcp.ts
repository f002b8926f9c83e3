// Bundle of `party mcp`. No other bundle has the library.

import { mcp } from '../mcp/mcp.ts';
import { programOf } from '../party/program.ts';

export const run = programOf([mcp]);
