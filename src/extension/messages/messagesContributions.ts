// What package.json declares about messages: the commands that send them, and the menus of their rows in the Session
// view.

import { all, type CommandDeclaration, declareRoom, hidden, inParty, menusOf } from '../app/declare.ts';

const { onRow } = menusOf('session');
/** For menus that every message has, whatever its state. */
export const anyMessage = [
  'messageWritten',
  'messageHeld',
  'messageTyped',
  'messageQueued',
  'messageUnsure',
  'messageSubmitted',
  'messageAnswered',
  'messageFailed',
  'messageCancelled',
] as const;

export const messagesContributions = declareRoom({
  commands: {
    sendToClaude: { title: 'Send to Claude…', icon: 'send', enablement: inParty },
    sendToCodex: { title: 'Send to Codex…', icon: 'send', enablement: inParty },
    sendSelectionToClaude: sendSelection('Claude', 1),
    sendSelectionToCodex: sendSelection('Codex', 2),
    sendFileToClaude: sendFile('Claude', 1),
    sendFileToCodex: sendFile('Codex', 2),
    messageAgent: {
      title: 'Message…',
      icon: 'comment',
      enablement: inParty,
      palette: hidden,
      menus: [onRow('inline@1', 'role', 'roleBusy'), onRow('1_show@2', 'role', 'roleBusy')],
    },
    showMessages: { title: 'Show Messages', icon: 'mail', enablement: inParty },
    openMessage: {
      title: 'Open Message',
      icon: 'go-to-file',
      palette: hidden,
      menus: [onRow('1_show@1', ...anyMessage)],
    },
    retryMessage: {
      title: 'Press Enter Again',
      icon: 'newline',
      enablement: inParty,
      palette: hidden,
      menus: [onRow('inline@1', 'messageTyped'), onRow('2_help@1', 'messageTyped')],
    },
    sendMessageAnyway: {
      title: 'Send Anyway',
      icon: 'debug-continue',
      enablement: inParty,
      palette: hidden,
      menus: [onRow('inline@1', 'messageHeld'), onRow('2_help@1', 'messageHeld')],
    },
    resendMessage: {
      title: 'Re-send',
      icon: 'refresh',
      enablement: inParty,
      palette: hidden,
      menus: [
        onRow('inline@2', 'messageTyped', 'messageUnsure', 'messageFailed'),
        onRow('2_help@2', 'messageTyped', 'messageUnsure', 'messageSubmitted', 'messageFailed', 'messageCancelled'),
      ],
    },
    cancelMessage: {
      title: 'Cancel',
      icon: 'close',
      enablement: inParty,
      palette: hidden,
      menus: [
        onRow('inline@3', 'messageWritten', 'messageHeld', 'messageTyped', 'messageQueued', 'messageUnsure'),
        onRow('2_help@3', 'messageWritten', 'messageHeld', 'messageTyped', 'messageQueued', 'messageUnsure'),
      ],
    },
  },
});

function sendSelection(agent: string, place: number): CommandDeclaration {
  const when = all(inParty, 'editorHasSelection');
  return {
    title: `Send Selection to ${agent}`,
    enablement: inParty,
    palette: 'editorHasSelection',
    menus: [{ menu: 'editor/context', when, group: `8_party@${place}` }],
  };
}

function sendFile(agent: string, place: number): CommandDeclaration {
  const isFile = 'resourceScheme == file';
  const group = `8_party@${place}`;
  return {
    title: `Send File to ${agent}`,
    enablement: inParty,
    palette: isFile,
    menus: [
      { menu: 'editor/title/context', when: all(inParty, isFile), group },
      { menu: 'explorer/context', when: all(inParty, isFile, '!explorerResourceIsFolder'), group },
    ],
  };
}
