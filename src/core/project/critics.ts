// Claude's critic sub-agents, and the verdicts that their last line can have.

export const critics = {
  'code-critic': ['APPROVE', 'REQUEST_CHANGES', 'NEEDS_DISCUSSION'],
  minimizer: ['APPROVE', 'REQUEST_CHANGES', 'NEEDS_DISCUSSION'],
  'security-scanner': ['CLEAN', 'ISSUES'],
} as const;
export type Critic = keyof typeof critics;
export const criticNames = Object.keys(critics) as Critic[];
