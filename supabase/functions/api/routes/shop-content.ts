import { z } from 'zod';
import { contentMessages } from '../../_shared/content-messages.ts';
import { messageReply } from '../../_shared/schemas/common.ts';
import {
  defaultSections,
  homeInput,
  homePictureReply,
  homeReply,
  homeSavedReply,
  type HomeSection,
} from '../../_shared/schemas/home.ts';
import {
  announcementInput,
  announcementReply,
  frameReply,
  menusInput,
} from '../../_shared/schemas/shop-frame.ts';
import { call, type Call } from '../call.ts';
import { readPicture } from '../pictures.ts';
import { pathOf, removeImages, withImages } from '../queries/images.ts';
import { picturesOf, readAnnouncement, saveContent } from '../queries/shop-content.ts';

type Address = (path: string) => string;
const withPictures = (sections: readonly HomeSection[], address: Address): HomeSection[] =>
  sections.map((it) =>
    it.kind === 'text' && it.image ? { ...it, image: address(it.image) } : { ...it },
  );

export const shopContent: Call[] = [
  call(
    {
      method: 'GET',
      path: '/shop/frame',
      summary: 'What stands around every page: the menus, and the announcement of now',
      access: 'anyone',
      tags: ['shop_settings', 'pages'],
      reply: frameReply,
    },
    ({ db }) => db.call('shop_frame'),
  ),
  call(
    {
      method: 'PUT',
      path: '/shop/menus',
      summary: 'Replace the links of header and footer; null for those of the design',
      access: 'admin',
      body: menusInput,
      reply: messageReply,
    },
    async ({ db, body }) => {
      await saveContent(db, 'menus', body.menus);
      return { message: contentMessages.menusSaved };
    },
  ),
  call(
    {
      method: 'GET',
      path: '/shop/home',
      summary: 'The sections of the home page, in their order, hidden ones too',
      access: 'anyone',
      tags: ['shop_settings'],
      reply: homeReply,
    },
    async ({ db, imageUrl }) => ({
      sections: withPictures((await db.call('home_sections')) ?? defaultSections, imageUrl),
    }),
  ),
  call(
    {
      method: 'PUT',
      path: '/shop/home',
      summary:
        'Replace the sections of the home page: their order, which are shown, their headings, and those that were added; null for those of the design',
      access: 'admin',
      body: homeInput,
      reply: homeSavedReply,
    },
    async ({ db, bucket, body, imageUrl }) => {
      const before = picturesOf(await db.call('home_sections'));
      const sections =
        body.sections && withPictures(body.sections, (picture) => pathOf(picture, imageUrl));
      await saveContent(db, 'home_sections', sections);
      const kept = picturesOf(sections);
      await removeImages(
        bucket,
        before.filter((it) => !kept.includes(it)),
      );
      return {
        message: contentMessages.homeSaved,
        sections: withPictures(sections ?? defaultSections, imageUrl),
      };
    },
  ),
  call(
    {
      method: 'POST',
      path: '/shop/picture',
      summary: 'Upload a picture for a section of the home page',
      access: 'admin',
      body: z.object({}),
      files: true,
      reply: homePictureReply,
      status: 201,
      errors: ['not_accepted'],
    },
    async ({ bucket, files, imageUrl }) => {
      const picture = await readPicture(files);
      const image = await withImages(bucket, 'shop', [picture], async ([path = '']) => path);
      return { message: contentMessages.pictureSaved, image: imageUrl(image) };
    },
  ),
  call(
    {
      method: 'GET',
      path: '/shop/announcement',
      summary: 'The announcement above the header, whether or not it is shown now',
      access: 'admin',
      reply: announcementReply,
    },
    async ({ db }) => ({ announcement: await readAnnouncement(db) }),
  ),
  call(
    {
      method: 'PUT',
      path: '/shop/announcement',
      summary: 'Replace the announcement above the header; null for none',
      access: 'admin',
      body: announcementInput,
      reply: messageReply,
    },
    async ({ db, body }) => {
      await saveContent(db, 'announcement', body.announcement);
      const { announcementSaved, announcementRemoved } = contentMessages;
      return { message: body.announcement ? announcementSaved : announcementRemoved };
    },
  ),
];
