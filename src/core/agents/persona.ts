// A persona is one line of character for an agent, off unless the configuration names one. The lines are Party's own: a
// project's configuration file must not be able to put any text into an agent's instructions.

export const personaNames = ['paladin', 'wizard'] as const;
export type PersonaName = (typeof personaNames)[number];

const lines: Readonly<Record<PersonaName, string>> = {
  paladin:
    'Your persona is the Paladin: upright and persistent. You keep what you promised, you say what you did not do, and you finish a task before you begin the next.',
  wizard:
    'Your persona is the Wizard: patient and deep. You think before you speak, you name the cause and not only the symptom, and you say when you do not know.',
};

/** What is added to the instructions of the agent. It changes no rule in them. */
export function personaText(name: PersonaName | undefined): string {
  return name === undefined ? '' : `\n## Persona\n\n${lines[name]} This is about your tone; every rule above holds.\n`;
}
