import { pictureSize } from '../../_shared/domain/picture-size.ts';
import { readShop } from '../../_shared/queries/shop.ts';
import {
  logoInput,
  logoScheme,
  shopDetailsUpdate,
  shopReply,
  shopSavedReply,
  type LogoScheme,
  type Shop,
} from '../../_shared/schemas/shop.ts';
import { shopMessages } from '../../_shared/shop-messages.ts';
import { call, type Call } from '../call.ts';
import { notFound } from '../errors.ts';
import { readPicture } from '../pictures.ts';
import { removeImages, withImages } from '../queries/images.ts';
import { saveLogo, saveShop } from '../queries/shop.ts';

/** With the addresses of its logos. */
const shown = ({ logo, logoDark, ...shop }: Shop, imageUrl: (path: string) => string): Shop => ({
  ...{ ...shop, logo: logo && imageUrl(logo), logoDark: logoDark && imageUrl(logoDark) },
});

const logoOf = (shop: Shop, scheme: LogoScheme) => (scheme === 'light' ? shop.logo : shop.logoDark);

export const shop: Call[] = [
  call(
    {
      method: 'GET',
      path: '/shop/details',
      summary: 'Who the shop is: its name, legal entity, address and ways to reach it',
      access: 'anyone',
      tags: ['shop_settings'],
      reply: shopReply,
    },
    async ({ db, imageUrl }) => shown(await readShop(db), imageUrl),
  ),
  call(
    {
      method: 'PUT',
      path: '/shop/details',
      summary:
        'Change who the shop is, as pages, emails and new invoices show it; omitted fields stay',
      access: 'admin',
      body: shopDetailsUpdate,
      reply: shopSavedReply,
    },
    async ({ db, body, imageUrl }) => {
      await saveShop(db, body);
      return { message: shopMessages.saved, shop: shown(await readShop(db), imageUrl) };
    },
  ),
  call(
    {
      method: 'POST',
      path: '/shop/logo',
      summary:
        'Set the logo of light or of dark pages, from a picture; dark pages without one show the other',
      access: 'admin',
      body: logoInput,
      files: true,
      reply: shopSavedReply,
      errors: ['not_accepted'],
    },
    async ({ db, bucket, body: { scheme }, files, imageUrl }) => {
      const picture = await readPicture(files);
      const size = pictureSize(picture.extension, picture.bytes).join('x');
      const before = logoOf(await readShop(db), scheme);
      await withImages(bucket, 'shop', [{ ...picture, size }], ([path = '']) =>
        saveLogo(db, scheme, path),
      );
      await removeImages(bucket, [before]);
      return { message: shopMessages.logoSaved, shop: shown(await readShop(db), imageUrl) };
    },
  ),
  call(
    {
      method: 'DELETE',
      path: '/shop/logo/:scheme',
      summary:
        'Remove the logo of light or of dark pages, which then show the name or the other logo',
      access: 'admin',
      reply: shopSavedReply,
    },
    async ({ db, bucket, c, imageUrl }) => {
      const scheme = logoScheme.safeParse(c.req.param('scheme'));
      if (!scheme.success) throw notFound('Logo');
      const before = logoOf(await readShop(db), scheme.data);
      await saveLogo(db, scheme.data, '');
      await removeImages(bucket, [before]);
      return { message: shopMessages.logoRemoved, shop: shown(await readShop(db), imageUrl) };
    },
  ),
];
