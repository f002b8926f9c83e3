// What package.json declares about the session: its commands, the Session view, and the settings for a start.

import { terminalProfile } from '../app/contributions.ts';
import {
  all,
  declareRoom,
  hidden,
  inFolder,
  inParty,
  is,
  isNot,
  menusOf,
  noFolder,
  untrusted,
} from '../app/declare.ts';
import type { PackageManager } from '../app/snapshot.ts';
import { anyMessage } from '../messages/messagesContributions.ts';

const { onRow, onTitle } = menusOf('session');

export const sessionContributions = declareRoom({
  commands: {
    start: {
      title: 'Start',
      icon: 'play',
      enablement: inFolder,
      menus: [onTitle('navigation@1', is('situation', 'notStarted', 'noAgents')), onRow('1_start@1', 'folderIdle')],
    },
    startNew: {
      title: 'Start New',
      icon: 'play',
      enablement: inFolder,
      palette: hidden,
      menus: [onRow('1_start@2', 'folderEnded')],
    },
    startDemo: {
      title: 'Start with Demo Agents',
      icon: 'play',
      enablement: inFolder,
      menus: [onTitle('1_start@1', is('situation', 'notStarted', 'noAgents'))],
    },
    openDemo: {
      title: 'Open Demo Project',
      icon: 'beaker',
      menus: [onTitle('1_start@2', is('situation', 'notStarted', 'noAgents', 'noFolder'))],
    },
    stop: {
      title: 'Stop',
      icon: 'debug-stop',
      enablement: inParty,
      menus: [
        onTitle('navigation@2', is('situation', 'live')),
        onRow('inline@2', 'party', 'partyElsewhere'),
        onRow('3_stop@1', 'party', 'partyElsewhere'),
      ],
    },
    restore: {
      title: 'Restore',
      icon: 'debug-restart',
      enablement: all(inFolder, isNot('situation', 'live')),
      menus: [onRow('1_start@1', 'folderEnded')],
    },
    restartAgent: {
      title: 'Restart Agent',
      icon: 'debug-restart',
      enablement: inParty,
      menus: [
        onRow('inline@3', 'role', 'roleEnded'),
        onRow('2_restart@1', 'role', 'roleBusy', 'roleEnded', 'roleShell'),
      ],
    },
    interruptAgent: {
      title: 'Interrupt',
      icon: 'debug-pause',
      enablement: inParty,
      palette: hidden,
      menus: [onRow('inline@2', 'roleBusy'), onRow('1_show@3', 'roleBusy')],
    },
    allowOnce: {
      title: 'Allow Once',
      icon: 'check',
      enablement: all(inParty, is('asking', 'yes')),
      menus: [onRow('inline@1', 'question'), onRow('1_answer@1', 'question')],
    },
    deny: {
      title: 'Deny',
      icon: 'close',
      enablement: all(inParty, is('asking', 'yes')),
      menus: [onRow('inline@2', 'question'), onRow('1_answer@2', 'question')],
    },
    bringBack: { title: 'Stop and Restore', icon: 'debug-restart', enablement: inParty },
    attach: {
      title: 'Show Terminal',
      icon: 'terminal',
      enablement: inParty,
      menus: [
        onTitle('navigation@1', is('situation', 'live')),
        onRow('inline@1', 'party', 'partyElsewhere'),
        onRow('1_show@0', 'party', 'partyElsewhere'),
      ],
    },
    switchParty: {
      title: 'Switch Party…',
      icon: 'arrow-swap',
      enablement: all(inFolder, is('several', 'yes')),
      menus: [onTitle('2_several@1', is('several', 'yes'))],
    },
    openInWindow: {
      title: 'Open in New Window',
      icon: 'empty-window',
      palette: hidden,
      menus: [onRow('inline@3', 'partyElsewhere'), onRow('1_show@1', 'partyElsewhere')],
    },
    changeLayout: {
      title: 'Change Layout…',
      icon: 'layout',
      enablement: inParty,
      menus: [onTitle('3_layout@1', is('situation', 'live')), onRow('2_layout@1', 'party')],
    },
    showPane: {
      title: 'Show in Terminal',
      icon: 'terminal',
      palette: hidden,
      menus: [
        onRow('inline@9', 'role', 'roleBusy', 'roleEnded', 'roleShell'),
        onRow('inline@9', 'question', 'questionShown'),
        onRow('1_show@1', 'role', 'roleBusy', 'roleEnded', 'roleShell'),
        onRow('2_show@1', 'question', 'questionShown'),
        onRow('1_show@2', ...anyMessage),
      ],
    },
  },
  views: {
    session: {
      name: 'Session',
      welcome: {
        noFolder: {
          when: noFolder('situation'),
          text: [
            'Party puts Claude Code and Codex side by side on one project: Claude writes, Codex reviews.',
            '[Open Folder](command:vscode.openFolder)',
            'Or see it in action first, without an account: [open the demo project](command:party.openDemo).',
          ],
        },
        untrusted: {
          when: untrusted,
          text: [
            'This folder is not trusted, so Party runs nothing in it.',
            '[Manage Workspace Trust](command:workbench.trust.manage)',
          ],
        },
        'noTmux.brew': noTmux('brew', 'Install it with:', 'brew install tmux'),
        'noTmux.apt': noTmux('apt', 'Install it with:', 'sudo apt-get install tmux'),
        'noTmux.dnf': noTmux('dnf', 'Install it with:', 'sudo dnf install tmux'),
        'noTmux.pacman': noTmux('pacman', 'Install it with:', 'sudo pacman -S tmux'),
        'noTmux.other': noTmux('other', 'Install it with your package manager.'),
        ended: {
          when: all(is('situation', 'notStarted', 'noAgents'), is('restorable', 'yes')),
          text: [
            'The last party of this folder has ended unexpectedly.',
            '[Restore](command:party.restore)',
            '[Start New](command:party.startNew)',
            'Restore brings back the panes, the conversations of both agents and the messages that had not arrived. After Start New, you can still restore the last party.',
          ],
        },
        noAgents: {
          when: all(is('situation', 'noAgents'), isNot('restorable', 'yes')),
          text: [
            'The programs claude (Claude Code) and codex (Codex) were not found on the PATH.',
            '[Open Demo Project](command:party.openDemo)',
            'The demo project opens in a folder of its own, with scripted agents that need no account. You can also [use the demo agents here](command:party.startDemo), to look around. For real work, install [Claude Code](https://code.claude.com/docs/en/setup) and [Codex](https://developers.openai.com/codex/cli):',
            'npm install -g @anthropic-ai/claude-code @openai/codex',
            'Done? [Check again](command:party.checkAgain)',
          ],
        },
        notStarted: {
          when: all(is('situation', 'notStarted'), isNot('restorable', 'yes'), isNot('demo', 'yes')),
          text: [
            'No party is running for this folder.',
            '[Start](command:party.start)',
            'Claude Code writes in one pane, Codex reviews in the next, and your own shell is below. To see it in action first, without an account, [open the demo project](command:party.openDemo).',
          ],
        },
        demo: {
          when: all(is('situation', 'notStarted'), isNot('restorable', 'yes'), is('demo', 'yes')),
          text: [
            'This is a copy of the demo project. Its agents are scripted, need no account, and change nothing outside this folder.',
            '[Start](command:party.start)',
            "Then click in Claude's pane, type go and press Enter. Other scenes: plan, collab, question, denied.",
          ],
        },
      },
    },
  },
  settings: {
    agents: {
      order: 1,
      scope: 'window',
      default: 'auto',
      text: 'The agents of a party that you start from VS Code.',
      values: {
        auto: 'Claude Code and Codex. If one is not installed, its pane says how to get it',
        demo: 'The scripted demo agents, even if the real ones are installed',
      },
    },
    permissionMode: {
      order: 2,
      scope: 'machine',
      default: 'acceptEdits',
      text: 'What Claude may do without asking. Party reads this from your user settings only, never from those of a project. If it is not set, `agents.claude.permissionMode` in `tmux-team.json` applies.',
      values: {
        acceptEdits: 'Edits files in the project without asking; asks before it runs commands',
        plan: 'Reads and plans; changes nothing',
        manual: 'Asks before every edit and every command',
        auto: 'Claude Code decides what it needs to ask for',
        dontAsk: 'Never asks: denies everything that is not already allowed',
        bypassPermissions:
          'Warning: never asks and can do anything that you can do, even outside the project. Only for a disposable sandbox or container',
      },
    },
    terminalLocation: {
      order: 3,
      scope: 'window',
      default: 'editor',
      text: "Where the party's terminal opens. Two agents side by side need space, so the default is the editor area; `#party.layout#` arranges them.",
      values: { editor: 'As an editor tab', panel: 'In the panel, with the other terminals' },
    },
    layout: {
      order: 4,
      scope: 'window',
      default: 'auto',
      text: 'How the panes of a party are arranged. A change applies at once to the parties of the window; *Party: Change Layout…* arranges one party only.',
      values: {
        auto: 'In columns, and in rows while the terminal has fewer than 100 columns',
        columns: 'Codex beside Claude, with your shell below Claude',
        rows: 'One below the other',
        zoom: 'One agent fills the terminal, Claude first. Click an agent in the Session view to show it',
      },
    },
    notifyWaiting: {
      order: 5,
      scope: 'window',
      default: true,
      text: 'Notify once when an agent, a review or Collab needs you, or the budget is used up. The status bar and the Session view always show it.',
    },
  },
  // Alt+Enter: a new line in the composers of Claude and Codex. Without this, VS Code sends Enter; a line feed it would turn
  // into Enter too.
  keys: [
    {
      command: 'workbench.action.terminal.sendSequence',
      args: { text: '\u001b\r' },
      key: 'shift+enter',
      when: all('terminalFocus', is('terminal', 'active'), '!accessibilityModeEnabled'),
    },
  ],
  terminalProfiles: { [terminalProfile]: { title: 'Party', icon: 'comment-discussion' } },
});

/** VS Code's welcome texts have no variables, so each package manager has its own. */
function noTmux(manager: PackageManager, how: string, ...command: readonly string[]) {
  return {
    when: all(is('situation', 'noTmux'), is('packageManager', manager)),
    text: [
      `Party runs its agents in tmux, which is not installed here. ${how}`,
      ...command,
      '[Copy Install Command](command:party.copyInstallCommand)',
      'Done? [Check again](command:party.checkAgain)',
    ],
  };
}
