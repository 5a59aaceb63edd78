import { atom } from 'nanostores';

/** Whether the dialog for a new category stands open; the sidebar shows it on any screen. */
export const $addingCategory = atom(false);
