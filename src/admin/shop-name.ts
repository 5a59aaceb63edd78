import { atom } from 'nanostores';

/** The name of the shop as it was saved since the page was rendered; empty before. */
export const $savedName = atom('');
