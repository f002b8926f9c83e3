// Every id that package.json declares and code uses. Ids are public: users bind keys to them and settings keep them.

export const prefix = 'party.';

export const commandNames = [
  'start',
  'startDemo',
  'stop',
  'attach',
  'showPane',
  'showLog',
  'copyInstallCommand',
  'checkAgain',
  'sendToClaude',
  'sendToCodex',
  'sendSelectionToClaude',
  'sendSelectionToCodex',
  'sendFileToClaude',
  'sendFileToCodex',
  'showMessages',
  'openMessage',
  'retryMessage',
  'resendMessage',
  'cancelMessage',
] as const;
export type CommandName = (typeof commandNames)[number];

export const commandId = (name: CommandName) => `${prefix}${name}` as const;

export const viewContainerId = 'party';
export const views = { session: 'party.session' } as const;
export const terminalProfile = 'party.session';
export const statusItemId = 'party.status';
export const walkthroughId = 'party.firstSteps';

export const contextKeys = {
  /** Why the Session view is empty, or `live`: the words of `Situation`. */
  situation: 'party.situation',
  /** Chooses the install command that the view shows: the words of `PackageManager`. */
  packageManager: 'party.packageManager',
} as const;

export const settings = {
  agents: 'party.agents',
  permissionMode: 'party.claude.permissionMode',
  terminalLocation: 'party.terminal.location',
  notifyWaiting: 'party.notifications.waiting',
} as const;

/** Keys of the window's own memory, which outlives a reload. */
export const stateKeys = { attached: 'party.attached' } as const;

/** The `contextValue` of rows, for menus; those of messages say how far they have come. */
export const rows = {
  party: 'party',
  role: 'role',
  written: 'messageWritten',
  typed: 'messageTyped',
  submitted: 'messageSubmitted',
  answered: 'messageAnswered',
  failed: 'messageFailed',
  cancelled: 'messageCancelled',
} as const;

/** Documents that show a message and cannot be changed. */
export const messageScheme = 'party-message';
