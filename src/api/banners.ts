import type { Banner } from '#shared/schemas/banners.ts';
import { call } from './client.ts';

export const fetchBanners = () => call<{ banners: Banner[] }>('/banner/all');
