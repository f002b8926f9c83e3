/** The conversation of calls that only ask what a gate would say (`party gates try`). No Claude has it. */
export const askingConversation = '00000000-0000-4000-8000-000000000000';
