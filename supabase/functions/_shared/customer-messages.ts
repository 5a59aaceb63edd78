import { withOwnTexts } from './texts.ts';

/** The texts about customers who were imported. */
export const customerMessages = withOwnTexts('customerMessages', {
  invited: (count: number) =>
    count === 0
      ? 'None of them waits for a password.'
      : count === 1
        ? 'Invitation sent.'
        : `${count} invitations sent.`,
  inviteFailed: 'An Error Occured. try again!',
  invitationEnded:
    'This invitation has expired, or the account has a password already. Please log in, or request a new link.',
} as const);
