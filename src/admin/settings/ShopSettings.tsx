import { useStore } from '@nanostores/react';
import type { StockSettings } from '#shared/schemas/stock-settings.ts';
import type { ReactNode } from 'react';
import { stockSettings } from '../../api/admin-stock.ts';
import { query } from '../../api/query.ts';
import { routes } from '../../routes.ts';
import { BackLink } from '../listing/BackLink.tsx';
import { Loading } from '../listing/Loading.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';

const $settings = query(stockSettings());
export const number = { type: 'number', inputMode: 'numeric', step: '1' } as const;

interface ShopSettingsProps {
  readonly title: string;
  readonly children: (settings: StockSettings) => ReactNode;
}

/** A screen of some of the shop's settings. */
export function ShopSettings({ title, children }: ShopSettingsProps) {
  return (
    <>
      <BackLink href={routes.settings()}>Settings</BackLink>
      <ScreenHead title={title} />
      <Loading loaded={useStore($settings)} path={stockSettings().path} what="settings">
        {({ settings }) => children(settings)}
      </Loading>
    </>
  );
}
