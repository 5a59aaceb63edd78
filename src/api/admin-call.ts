import { call, resource } from './client.ts';
import type { Shape } from './shape.ts';

/** Calls of the API as administrator. */
const as = 'admin';

export const read = <Body extends object>(path: string, shape: Shape<Body>) =>
  resource(path, shape, { as });

export const post = <Body extends object>(path: string, shape: Shape<Body>, body: object) =>
  call(path, shape, { method: 'POST', body, as });

export const put = <Body extends object>(path: string, shape: Shape<Body>, body: object) =>
  call(path, shape, { method: 'PUT', body, as });

export const remove = <Body extends object>(path: string, shape: Shape<Body>) =>
  call(path, shape, { method: 'DELETE', as });
