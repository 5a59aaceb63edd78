import { cartMessages, connectionMessages } from './first-messages.ts';
import { withOwnTexts } from './texts.ts';

/** Every text that the shop shows for a success, a failure or an empty list. Spellings are the contract's own. */
const pleaseTryAgain = cartMessages.addFailed;
const occuredTryAgain = 'An Error Occured. try again!';
const noProducts = 'No Products Available!!!';

export const messages = withOwnTexts('messages', {
  auth: {
    adminLoginDone: 'Admin Login successful.',
    adminLoginFailed: 'Admin details does not exist. Confirm and try again!',
    userLoginDone: 'User Login successful.',
    userLoginFailed: 'User details does not exist. Confirm and try again!',
    registered: 'Registration successful.',
    registrationFailed: 'Registration Error. Please try again!',
    passwordMismatch: 'Password does not match.',
    loggedOut: 'Logout successful.',
    logoutFailed: 'Logout Error. Please try again.',
    signInFirst: 'Please log in to continue.',
    signInAgain:
      'Your session has expired. Your changes are still here and will be saved once you sign in.',
  },
  profile: {
    updated: 'Details updated successfully.',
    updateFailed: 'An Error Occurred!!. Try Again',
    waitingFor: (email: string) =>
      `To confirm ${email}, open the link in the email we sent there. Until then, log in with your old address.`,
    emailChanged: 'Your email address was changed. Please log in with the new one.',
    emailLinkFailed:
      'This link has expired or was already used, or the address now belongs to another account. Your email address has not changed.',
    deleted: 'Your account was deleted.',
    confirmDelete: 'Are you sure you want to delete your account?',
  },
  password: {
    updated: 'Password updated successfully.',
    serverError: (message: string) => `Error: ${message}`,
    noResponse: 'No response received from the server',
    requestError: (message: string) => `Request Error: ${message}`,
    /** The same for every address, so that nobody learns who has an account. */
    linkSent: (email: string) =>
      `If there is an account for ${email}, we have sent an email with a link to set a new password.`,
    linkExpired: 'This link has expired or was already used. Please request a new one.',
  },
  cart: cartMessages,
  connection: connectionMessages,
  checkout: {
    empty: 'No Order Available',
    /** Of lines that say what is wrong with each of them. */
    soldOut: 'Some items are no longer in stock. Please change the marked items in your cart.',
  },
  reviews: {
    added: 'Review Added Successfully.',
    addFailed: occuredTryAgain,
    empty: 'No reviews available for this product.',
  },
  images: {
    choose: 'Choose a picture first.',
    tooMany: (most: number) => `At most ${most} pictures`,
    confirmRemove: 'Are you sure you want to remove this picture?',
    added: 'Image Added Successfully.',
    addFailed: occuredTryAgain,
  },
  categories: {
    created: 'Category Added Successfully.',
    updated: 'Category Updated Successfully.',
    failed: occuredTryAgain,
    empty: 'No Category Available!!!',
    emptyInAdmin: 'No Categories Available!!!',
    removed: 'Category Deleted Successfully.',
    confirmDelete: 'Are you sure you want to delete this category?',
    confirmDeleteMany: (count: number) =>
      count === 1
        ? 'Are you sure you want to delete this category?'
        : `Are you sure you want to delete these ${count} categories?`,
    leavesProducts: (count: number) =>
      count === 0
        ? ''
        : `${count === 1 ? '1 product' : `${count} products`} will have no category.`,
    deleted: '[Category Deleted]',
  },
  products: {
    /** The API's answer to `POST /products/create`; clients compare it to the letter. */
    createdAnswer: 'Product created successfully',
    created: 'Product Created Successfully.',
    createFailed: pleaseTryAgain,
    updated: 'Product Updated Successfully.',
    updateFailed: occuredTryAgain,
    updateThrew: 'Category not added. try again!',
    removed: 'Product Deleted Successfully.',
    removeFailed: occuredTryAgain,
    exportFailed: occuredTryAgain,
    preview: 'This is a preview.',
    free: {
      question: 'This product will be free. Save it?',
      explained: 'Its price is $0.00, so shoppers can order it without paying.',
      yes: 'Save it',
      no: 'Change the price',
    },
    cannotBeShown: (colours: string) =>
      `The shop cannot show ${colours} and displays a plain dot. Choose a name from the list, or enter a code such as #2f3e55.`,
    conflict: (differs: boolean) =>
      `Somebody else changed this product while you were editing it. Your changes are not saved yet. ${differs ? 'Choose what to keep:' : 'Your version matches what is already saved.'}`,
    empty: noProducts,
    emptyInCategory: 'No Products Available For This Category!!!',
    emptyInAdmin: 'No Product Available!!!',
    nothingFound: 'No results found',
    outOfStock: 'Out of Stock',
    confirmDelete: 'Are you sure you want to delete this product?',
    confirmDeleteMany: (count: number) =>
      count === 1
        ? 'Are you sure you want to delete this product?'
        : `Are you sure you want to delete these ${count} products?`,
    deleted: '[Product Deleted]',
  },
  unsaved: {
    question: 'Leave without saving?',
    explained: 'Your changes are not saved and will be lost if you leave.',
    yes: 'Leave without saving',
    no: 'Keep editing',
  },
  trash: {
    undo: 'Undo',
    /** On the button under which something is restored. */
    restore: (what: string) => `Restore ${what}`,
    restored: (count: number) => (count === 1 ? 'Restored.' : `${count} records restored.`),
    restoreFailed: occuredTryAgain,
    empty: 'Nothing was deleted in the last 30 days.',
    kept: 'Deleted records are kept for 30 days, with everything that belonged to them.',
  },
  orders: {
    removed: 'Order Deleted Successfully.',
    removeFailed: occuredTryAgain,
    empty: 'No Orders Available!!!',
    none: 'No orders yet',
    nonePending: 'No pending orders',
    emptyForUser: 'This user does not have any Order!!!',
    confirmDelete: 'Are you sure you want to delete this order?',
    confirmDeleteMany: (count: number) =>
      count === 1
        ? 'Are you sure you want to delete this order?'
        : `Are you sure you want to delete these ${count} orders?`,
    removedMany: (count: number) =>
      count === 1 ? 'Order Deleted Successfully.' : `${count} Orders Deleted Successfully.`,
    confirmRefund: 'Are you sure you want to refund this payment?',
    refunded: 'The payment was refunded.',
    refundUnderWay: 'The refund is in progress.',
    unknown: 'There is no such order.',
    notBegun: 'The customer never opened the payment page.',
    /** Of an order that is not waiting for money, as one that was set to Paid by hand. */
    noCardPayment: 'This order has no online payment.',
    /** Of an order, or pieces, that cost nothing. */
    wasFree: 'Done. Nothing was paid for this, so no money was refunded.',
    cancelled: 'Order cancelled.',
    confirmCancel: 'Are you sure you want to cancel this order?',
    confirmCancelMany: (count: number) =>
      `Are you sure you want to cancel ${count === 1 ? 'this order' : `these ${count} orders`}? Only orders for which nothing was paid or sent are cancelled.`,
    cancelledMany: (count: number, left: number) =>
      [
        count === 1 ? 'Order cancelled.' : `${count} orders cancelled.`,
        left > 0 &&
          `${left} not cancelled: already paid, sent or closed, or the payment provider did not respond.`,
      ]
        .filter(Boolean)
        .join(' '),
    paidMeanwhile:
      'An earlier order has been paid in the meantime. Please check your orders and your cart.',
    checkedMany: (
      counts: Readonly<Record<'paid' | 'held' | 'pending' | 'failed' | 'unreachable', number>>,
    ) =>
      [
        `${counts.paid} paid`,
        counts.held > 0 && `${counts.held} held`,
        counts.pending > 0 && `${counts.pending} not finished`,
        `${counts.failed} not paid`,
        counts.unreachable > 0 &&
          `${counts.unreachable} unknown because the provider did not respond`,
      ]
        .filter(Boolean)
        .join(', ') + '.',
    /** How asking the provider ended. */
    checked: {
      paid: 'The order is paid.',
      pending: 'The payment is not finished yet.',
      failed: 'Nothing has been paid.',
      held: 'A payment arrived, but too late or with the wrong amount or currency.',
    },
  },
  users: {
    removed: 'User Deleted Successfully.',
    removeFailed: occuredTryAgain,
    empty: 'No User Available!!!',
    /** The contract's wording: it says product although a customer is deleted. */
    confirmDelete: 'Are you sure you want to delete this product?',
    confirmDeleteMany: (count: number) =>
      count === 1
        ? 'Are you sure you want to delete this customer? The login cannot be restored; the orders are kept.'
        : `Are you sure you want to delete these ${count} customers? Their logins cannot be restored; their orders are kept.`,
    removedMany: (count: number) =>
      count === 1 ? 'User Deleted Successfully.' : `${count} Users Deleted Successfully.`,
  },
  notes: {
    added: 'Note Added Successfully.',
    removed: 'Note Deleted Successfully.',
    failed: occuredTryAgain,
    empty: 'No Notes Available!!!',
  },
  settings: {
    passwordUpdated: 'Password Updated Successfully.',
    detailsUpdated: 'Details Updated Successfully.',
    failed: occuredTryAgain,
  },
  banners: {
    updated: 'Banner Updated Successfully.',
    created: 'Banner Created Successfully.',
    ordered: 'Order Updated Successfully.',
    failed: occuredTryAgain,
    empty: 'No Banner Available!!!',
    confirmDelete: 'Are you sure you want to delete this banner?',
  },
  ads: {
    created: 'Advertisement Created Successfully.',
    updated: 'Advertisement Updated Successfully.',
    removed: 'Advertisement Deleted Successfully.',
    failed: occuredTryAgain,
    empty: 'No Advertisement Available!!!',
    confirmDelete: 'Are you sure you want to delete this advertisement?',
  },
  faqs: {
    created: 'Question Added Successfully.',
    updated: 'Question Updated Successfully.',
    removed: 'Question Deleted Successfully.',
    ordered: 'Order Updated Successfully.',
    failed: occuredTryAgain,
    empty: 'No Question Available!!!',
    confirmDelete: 'Are you sure you want to delete this question?',
  },
  sizeGuides: {
    saved: 'Size Guide Saved Successfully.',
    changed: 'Somebody else changed this size guide. Save again to overwrite it with yours.',
    removed: 'Size Guide Deleted Successfully.',
    failed: occuredTryAgain,
    confirmDelete: 'Are you sure you want to delete this size guide?',
    empty: 'No size guide yet. Write to us and we will measure it for you.',
  },
  synonyms: {
    created: 'Synonyms Added Successfully.',
    updated: 'Synonyms Updated Successfully.',
    removed: 'Synonyms Deleted Successfully.',
    failed: occuredTryAgain,
    empty: 'No Synonyms Available!!!',
    confirmDelete: 'Are you sure you want to delete these synonyms?',
  },
  contact: {
    sent: 'Thank you. We have received your message.',
    marked: 'Messages Updated Successfully.',
    answered: 'Answer Saved Successfully.',
    copied: 'Answer copied. Paste it into an email.',
    notCopied: 'The browser did not allow copying. Select the text and copy it yourself.',
    removed: 'Message Deleted Successfully.',
    removedMany: (count: number) =>
      count === 1 ? 'Message Deleted Successfully.' : `${count} Messages Deleted Successfully.`,
    failed: occuredTryAgain,
    empty: 'No Messages Available!!!',
    confirmDelete: 'Are you sure you want to delete this message?',
    confirmDeleteMany: (count: number) =>
      count === 1
        ? 'Are you sure you want to delete this message?'
        : `Are you sure you want to delete these ${count} messages?`,
  },
  mail: {
    saved: 'Email Text Updated Successfully.',
    sentAgain: 'The email will be sent again in a moment.',
    failed: occuredTryAgain,
    /** The state of a mail that a shop without a sender address gave up. */
    noAddress: 'The shop has no sender address.',
    off: 'The shop cannot send email yet. An operator has to set MAIL_FROM and a mail server.',
    noneFailed: 'No emails have failed.',
    noneOfOrder: 'No emails were sent about this order.',
  },
  loading: { failed: (what: string) => `The ${what} could not be loaded.` },
  search: {
    failed: 'The search failed. Please try again.',
    empty: (q: string) => `Nothing found for “${q}”.`,
  },
  filters: {
    /** Of a table's address. */
    unknown: (names: string) => `Ignored unknown filters: ${names}`,
  },
  views: {
    saved: 'View Saved Successfully.',
    renamed: 'View Renamed Successfully.',
    removed: 'View Deleted Successfully.',
    failed: occuredTryAgain,
  },
  audit: {
    empty: 'No Changes Available!!!',
  },
} as const);
