import { withOwnTexts } from './texts.ts';

/** The texts about menus, home page and announcement in the back office, apart from messages.ts. */
export const contentMessages = withOwnTexts('contentMessages', {
  menusSaved: 'Menus Updated Successfully.',
  homeSaved: 'Home Page Updated Successfully.',
  pictureSaved: 'Image Added Successfully.',
  announcementSaved: 'Announcement Updated Successfully.',
  announcementRemoved: 'Announcement Deleted Successfully.',
  failed: 'An Error Occured. try again!',
  confirmReset: 'Are you sure you want to replace your menus with the default menus?',
  confirmGroup: 'Are you sure you want to delete this group with its links?',
  confirmSection: 'Are you sure you want to delete this section?',
  confirmAnnouncement: 'Are you sure you want to delete the announcement?',
} as const);
