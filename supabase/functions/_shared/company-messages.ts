import { withOwnTexts } from './texts.ts';

/** The texts about companies, apart from messages.ts: few screens load them. */
export const companyMessages = withOwnTexts('companyMessages', {
  requested: 'Thank you. We will review your request and reply by email.',
  waiting: 'You applied for wholesale. We will review your request and reply by email.',
  approved: 'You see your company’s prices while you are signed in.',
  refused: 'We could not approve your request. If something has changed, apply again.',
  suspended: 'Wholesale is paused for your company. Please write to us.',
  invited: 'Invitation sent.',
  withdrawn: 'Invitation withdrawn.',
  memberChanged: 'Role changed.',
  memberRemoved: 'Member removed.',
  joined: 'Welcome. You now order on behalf of your company.',
  invitationEnded: 'This invitation has expired. Please ask for a new one.',
  noOrders: 'No orders for this company yet.',
  noCompany: 'You do not belong to a company.',
  confirmRemove:
    'Are you sure you want to remove this member? They will pay the shop’s standard prices again.',
  confirmLeave:
    'Are you sure you want to leave this company? You will pay the shop’s standard prices again.',
  failed: 'An Error Occured. try again!',
} as const);

/** Those of the back office. */
export const officeCompanyMessages = withOwnTexts('officeCompanyMessages', {
  saved: 'Company saved.',
  approved: 'Company approved. Its managers will get an email.',
  refused: 'Company refused. Its managers will get an email.',
  suspended: 'Company suspended.',
  empty: 'No companies yet.',
  unknown: 'This company does not exist.',
  noMembers: 'This company no longer has any members.',
} as const);
