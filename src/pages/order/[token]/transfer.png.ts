import type { APIRoute } from 'astro';
import sharp from 'sharp';
import { findLinkedOrder } from '../../../catalogue.ts';
import { qrCode } from '../../../order/TransferCode.tsx';

/** Pixels of a module, so that the picture is sharp on any screen. */
const scale = 8;

/** The QR code of a bank transfer, for the mail about it. */
export const GET: APIRoute = async ({ params: { token = '' } }) => {
  const order = await findLinkedOrder(token);
  const text = order?.payment.transferCode;
  // The URL grants access, as that of the order.
  const headers = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' };
  if (!text) return new Response(null, { status: 404, headers });
  const { size, data } = qrCode(text);
  const pixels = Uint8Array.from(data.flat(), (on) => (on ? 0 : 255));
  const picture = sharp(pixels, { raw: { width: size, height: size, channels: 1 } });
  const wide = { width: size * scale, kernel: 'nearest' } as const;
  const bytes = await picture.resize(wide).png({ palette: true }).toBuffer();
  return new Response(new Uint8Array(bytes), {
    headers: { ...headers, 'content-type': 'image/png' },
  });
};
