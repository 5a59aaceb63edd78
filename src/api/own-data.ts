import type { OwnData } from '#shared/schemas/own-data.ts';
import { call } from './client.ts';

export const fetchOwnData = () => call<OwnData>('/users/profile/data', { as: 'user' });

export const deleteAccount = (password: string) =>
  call<{ message: string }>('/users/profile', {
    method: 'DELETE',
    body: { password },
    as: 'user',
  });
