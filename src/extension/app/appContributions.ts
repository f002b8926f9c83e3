// The contributions to package.json that belong to no single room: the log, the search for programs, the walkthrough,
// and the description of Party.

import { walkthroughId } from './contributions.ts';
import { declareRoom, hidden, is, menusOf } from './declare.ts';

const { onTitle } = menusOf('session');

export const appContributions = declareRoom({
  commands: {
    showLog: { title: 'Show Log', icon: 'output', menus: [onTitle('9_log@1')] },
    copyInstallCommand: { title: 'Copy Install Command', palette: hidden },
    checkAgain: { title: 'Check Again', icon: 'refresh', palette: hidden },
  },
  walkthroughs: {
    [walkthroughId]: {
      title: 'First Steps with Party',
      description: 'Claude Code writes, Codex reviews, side by side',
      steps: {
        tmux: {
          title: 'Install tmux',
          description: [
            'Party runs its agents in tmux, so they keep working when you close a window.',
            '[Copy Install Command](command:party.copyInstallCommand)',
            'Done? [Check again](command:party.checkAgain)',
          ],
          image: 'media/walkthrough/tmux.svg',
          alt: 'A terminal in which tmux is being installed',
          doneOn: [`onContext:${is('step', 'tmux')}`],
        },
        agents: {
          title: 'Install the agents',
          description: [
            '[Claude Code](https://code.claude.com/docs/en/setup) is the author, [Codex](https://developers.openai.com/codex/cli) the reviewer. Without them, you can look around with the scripted demo agents, which need no account.',
            'Done? [Check again](command:party.checkAgain)',
          ],
          image: 'media/walkthrough/agents.svg',
          alt: 'Two cards: Claude with a pen, Codex with an eye',
          doneOn: [`onContext:${is('step', 'agents')}`],
        },
        start: {
          title: 'Start a party',
          description: [
            'Both agents and your own shell open in one terminal. The Session view shows which agent is working and which one needs you; click an agent to go to its pane.',
            '[Start](command:party.start)',
            'Or see it in action first, with scripted agents: [open the demo project](command:party.openDemo).',
          ],
          image: 'media/walkthrough/start.svg',
          alt: 'A window with the Session view and three panes: Codex, Claude and a shell',
          doneOn: [`onContext:${is('step', 'start')}`],
        },
        review: {
          title: 'Request a review',
          description: [
            'Codex reads the change and reports findings. They appear in the Findings view, in the code and in Problems: mark each as fixed, or reject it with a reason. When nothing blocks, the change can be approved.',
            '[Request Review](command:party.requestReview)',
            'Claude also asks for reviews by itself: no pull request passes without one.',
          ],
          image: 'media/walkthrough/review.svg',
          alt: 'A line of code with a finding, and a check mark below it',
          doneOn: [`onContext:${is('step', 'review')}`],
        },
        attach: {
          title: 'Leave and come back',
          description: [
            'Closing the terminal only detaches: the party keeps running, and the view still shows it. Show Terminal brings it back; in any other terminal, run party attach.',
            '[Show Terminal](command:party.attach)',
            'Other terminals find party after [Install Command Line](command:party.installCommandLine).',
          ],
          image: 'media/walkthrough/attach.svg',
          alt: 'A terminal that comes back to a running party',
          doneOn: ['onCommand:party.attach'],
        },
      },
    },
  },
  texts: {
    displayName: 'Party',
    description: 'Claude Code writes, Codex reviews: both side by side in one tmux session inside VS Code',
    'trust.description':
      'Party starts programs in the folder, so it runs nothing until you trust it. The views are shown, but the commands are not available.',
    'virtual.description': 'Party needs a folder on disk, because tmux and the agents run where the code is.',
  },
});
