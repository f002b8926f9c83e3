// What the end of a reviewer's turn proves. Its own bundle: most turns are not reviews.

export { vouchForTurn, vouchForWords } from '../../node/review/reviewersWord.ts';
