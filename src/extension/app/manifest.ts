// Builds `contributes` of package.json and the texts of package.nls.json from each room's declarations. The build and
// the tests use it. The extension imports only types from here, so that its bundle holds none of this code.

import { codexContributions } from '../codex/codexContributions.ts';
import { collabContributions } from '../collab/collabContributions.ts';
import { findingsContributions } from '../findings/findingsContributions.ts';
import { gatesContributions } from '../gates/gatesContributions.ts';
import { installContributions } from '../install/installContributions.ts';
import { messagesContributions } from '../messages/messagesContributions.ts';
import { planContributions } from '../plan/planContributions.ts';
import { changesContributions } from '../review/changes/changesContributions.ts';
import { readyContributions } from '../review/ready/readyContributions.ts';
import { reviewContributions } from '../review/reviewContributions.ts';
import { sessionContributions } from '../session/sessionContributions.ts';
import { statusContributions } from '../status/statusContributions.ts';
import { tasksContributions } from '../tasks/tasksContributions.ts';
import { worktreeContributions } from '../worktree/worktreeContributions.ts';
import { appContributions } from './appContributions.ts';
import { prefix, type Room, settings, viewContainerId, viewId } from './contributions.ts';
import type { CommandNamesOf, RoomDeclaration } from './declare.ts';

const rooms = [
  appContributions,
  sessionContributions,
  messagesContributions,
  statusContributions,
  reviewContributions,
  changesContributions,
  readyContributions,
  gatesContributions,
  findingsContributions,
  planContributions,
  worktreeContributions,
  installContributions,
  collabContributions,
  codexContributions,
  tasksContributions,
] as const;

const all: readonly RoomDeclaration[] = rooms;
const commands = all.flatMap((room) => Object.entries(room.commands));
export const commandNames = commands.map(([name]) => name) as readonly CommandNamesOf<(typeof rooms)[number]>[];

const product = 'Party';
const icon = 'media/party.svg';

/** The parts of package.json and package.nls.json that the build writes. */
export function createManifest() {
  const texts = new Texts();
  for (const room of all) for (const [key, text] of Object.entries(room.texts ?? {})) texts.add(key, text);
  const category = texts.add('category', product);
  const title = texts.add('container', product);
  const contributes = {
    commands: commands.map(([name, command]) => ({
      command: `${prefix}${name}`,
      category,
      title: texts.add(`command.${name}`, command.title),
      ...(command.icon === undefined ? {} : { icon: `$(${command.icon})` }),
      ...(command.enablement === undefined ? {} : { enablement: command.enablement }),
    })),
    menus: menus(),
    viewsContainers: { activitybar: [{ id: viewContainerId, title, icon }] },
    ...viewsAndWelcome(texts, title),
    ...languages(),
    terminal: { profiles: terminalProfiles(texts) },
    mcpServerDefinitionProviders: mcpProviders(texts),
    configuration: { title, properties: properties(texts) },
    configurationDefaults: Object.assign({}, ...all.map((room) => room.defaults ?? {})),
    walkthroughs: walkthroughs(texts),
    keybindings: [
      ...commands.flatMap(([name, { key }]) => (key ? [{ command: `${prefix}${name}`, ...key }] : [])),
      ...all.flatMap((room) => room.keys ?? []),
    ],
  };
  return { contributes, texts: texts.all };
}

/** Stores each text under its key, and returns the placeholder for package.json. */
class Texts {
  readonly #all = new Map<string, string>();

  get all(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#all);
  }

  add(key: string, text: string): string {
    if (this.#all.has(key)) throw new Error(`Two texts have the key ${key}`);
    this.#all.set(key, text);
    return `%${key}%`;
  }
}

function menus() {
  const entries = commands.flatMap(([name, { menus = [], palette }]) => [
    ...(palette === undefined ? [] : [{ menu: 'commandPalette', command: `${prefix}${name}`, when: palette }]),
    ...menus.map(({ menu, ...entry }) => ({ menu, command: `${prefix}${name}`, ...entry })),
  ]);
  const byMenu: Record<string, object[]> = {};
  for (const { menu, ...entry } of entries) {
    byMenu[menu] ??= [];
    byMenu[menu].push(entry);
  }
  return byMenu;
}

function viewsAndWelcome(texts: Texts, contextualTitle: string) {
  const declared = all.flatMap((room) => Object.entries(room.views ?? {}));
  const entries = declared.map(([name, { name: title, welcome, ...others }]) => ({
    id: viewId(name as Room),
    name: texts.add(`view.${name}`, title),
    contextualTitle,
    icon,
    ...others,
  }));
  const viewsWelcome = declared.flatMap(([name, { welcome }]) =>
    Object.entries(welcome).map(([key, { when, text }]) => ({
      view: viewId(name as Room),
      when,
      contents: texts.add(`welcome.${key}`, text.join('\n')),
    })),
  );
  return { views: { [viewContainerId]: entries }, viewsWelcome };
}

function languages() {
  const declared = all.flatMap((room) => Object.entries(room.languages ?? {}));
  return {
    languages: declared.map(([id, { title }]) => ({ id, aliases: [title] })),
    grammars: declared.map(([id, { scope, grammar }]) => ({ language: id, scopeName: scope, path: `./${grammar}` })),
  };
}

function terminalProfiles(texts: Texts) {
  const declared = all.flatMap((room) => Object.entries(room.terminalProfiles ?? {}));
  return declared.map(([id, { title, icon }]) => ({ id, title: texts.add('terminal.profile', title), icon }));
}

function mcpProviders(texts: Texts) {
  const declared = all.flatMap((room) => Object.entries(room.mcpProviders ?? {}));
  return declared.map(([id, label]) => ({ id, label: texts.add('mcp.provider', label) }));
}

function properties(texts: Texts) {
  const declared = all.flatMap((room) => Object.entries(room.settings ?? {}));
  const inOrder = declared.sort(([, one], [, other]) => one.order - other.order);
  return Object.fromEntries(
    inOrder.map(([name, { text, values, ...setting }]) => [
      settings[name as keyof typeof settings],
      {
        type: typeof setting.default,
        ...(values && { enum: Object.keys(values) }),
        ...setting,
        markdownDescription: texts.add(`setting.${name}`, text),
        ...(values && {
          enumDescriptions: Object.entries(values).map(([value, meaning]) =>
            texts.add(`setting.${name}.${value}`, meaning),
          ),
        }),
      },
    ]),
  );
}

function walkthroughs(texts: Texts) {
  const declared = all.flatMap((room) => Object.entries(room.walkthroughs ?? {}));
  return declared.map(([id, { title, description, steps }]) => ({
    id,
    title: texts.add('walkthrough.title', title),
    description: texts.add('walkthrough.description', description),
    steps: Object.entries(steps).map(([name, step]) => ({
      id: name,
      title: texts.add(`walkthrough.${name}.title`, step.title),
      description: texts.add(`walkthrough.${name}.description`, step.description.join('\n')),
      media: { svg: step.image, altText: texts.add(`walkthrough.${name}.alt`, step.alt) },
      completionEvents: step.doneOn,
    })),
  }));
}
