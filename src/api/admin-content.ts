import type { z } from 'zod';
import type { messageReply } from '#shared/schemas/common.ts';
import type {
  homeInput,
  homePictureReply,
  homeReply,
  homeSavedReply,
} from '#shared/schemas/home.ts';
import type {
  announcementInput,
  announcementReply,
  Frame,
  menusInput,
} from '#shared/schemas/shop-frame.ts';
import { post, put, read } from './admin-call.ts';
import { sentence } from './shape.ts';

type Sentence = z.infer<typeof messageReply>;

/** What stands around every page. */
export const frame = () => read<Frame>('/shop/frame', { hiddenPages: 'array' });

export const saveMenus = (body: z.output<typeof menusInput>) =>
  put<Sentence>('/shop/menus', sentence, body);

/** The sections of the home page. */
export const home = () => read<z.output<typeof homeReply>>('/shop/home', { sections: 'array' });

export const saveHome = (body: z.output<typeof homeInput>) =>
  put<z.output<typeof homeSavedReply>>(
    '/shop/home',
    { message: 'string', sections: 'array' },
    body,
  );

/** The body contains the picture as `image`. */
export const addHomePicture = (body: FormData) =>
  post<z.output<typeof homePictureReply>>(
    '/shop/picture',
    { message: 'string', image: 'string' },
    body,
  );

export const announcement = () =>
  read<z.output<typeof announcementReply>>('/shop/announcement', {});

export const saveAnnouncement = (body: z.output<typeof announcementInput>) =>
  put<Sentence>('/shop/announcement', sentence, body);
