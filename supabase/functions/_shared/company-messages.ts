/** The texts about companies, apart from messages.ts: few screens load them. */
export const companyMessages = {
  requested: 'Thank you. We will look at your request and answer by mail.',
  waiting: 'You asked for wholesale. We will look at your request and answer by mail.',
  approved: 'While you are signed in, you see your own prices.',
  refused: 'We could not supply you at wholesale. If something has changed, ask again.',
  suspended: 'Wholesale is paused for your company. Please write to us.',
  invited: 'Invitation sent.',
  withdrawn: 'Invitation withdrawn.',
  memberChanged: 'Role changed.',
  memberRemoved: 'Member removed.',
  joined: 'Welcome. You order for your company from now on.',
  invitationEnded: 'This invitation has ended. Ask for another one.',
  noOrders: 'No orders for this company yet.',
  noCompany: 'You belong to no company.',
  confirmRemove:
    'Are you sure you want to remove this member? They pay the prices of the shop again.',
  failed: 'An Error Occured. try again!',
} as const;

/** Those of the back office. */
export const officeCompanyMessages = {
  saved: 'Company saved.',
  approved: 'Company approved. Its managers get a mail.',
  refused: 'Company refused. Its managers get a mail.',
  suspended: 'Company suspended.',
  empty: 'No companies yet.',
  unknown: 'This company does not exist.',
  noMembers: 'Nobody belongs to this company any more.',
} as const;
