import { useStore } from '@nanostores/react';
import { contentMessages } from '#shared/content-messages.ts';
import { visibleText, link, requiredText } from '#shared/schemas/common.ts';
import type { Announcement } from '#shared/schemas/shop-frame.ts';
import { z } from 'zod';
import * as api from '../../api/admin-content.ts';
import { query } from '../../api/query.ts';
import { routes } from '../../routes.ts';
import { Check, Field } from '../../ui/Field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { change } from '../changes.ts';
import { Form, LinkField, PlannedField } from '../forms/Form.tsx';
import { plannedTime, toField } from '../forms/planned-time.ts';
import { DeleteButton } from '../listing/DeleteButton.tsx';
import { Loading } from '../listing/Loading.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';

const own = api.announcement();
const $announcement = query(own);

const schema = z.object({
  ...{ text: requiredText(200), link, linkText: visibleText(60), shown: z.boolean() },
  ...{ from: plannedTime, until: plannedTime },
});

const save = (announcement: Announcement | null) =>
  change(api.saveAnnouncement({ announcement }), [own.path], {
    done: announcement ? contentMessages.announcementSaved : contentMessages.announcementRemoved,
    failed: contentMessages.failed,
  });

/** A line above the header of every page. */
export function AnnouncementScreen() {
  return (
    <>
      <ScreenHead title="Announcement">
        <a className="link-button" href={routes.index()}>
          View the home page
        </a>
      </ScreenHead>
      <p className="screen-note">
        A line above the header of every page, for example about a sale or the last day to order
        before a holiday.
      </p>
      <Loading loaded={useStore($announcement)} path={own.path} what="announcement">
        {({ announcement }) => (
          <AnnouncementForm key={String(announcement === null)} announcement={announcement} />
        )}
      </Loading>
    </>
  );
}

function AnnouncementForm({ announcement }: { readonly announcement: Announcement | null }) {
  const { text = '', link: address = '', linkText = '', shown = true } = announcement ?? {};
  const form = useForm({
    schema,
    values: {
      ...{ text, link: address, linkText, shown },
      ...{ from: toField(announcement?.from), until: toField(announcement?.until) },
    },
    save,
  });
  return (
    <Form
      form={form}
      submit="Save"
      className="panel"
      aria-label="Announcement"
      beside={
        announcement && (
          <DeleteButton
            name="the announcement"
            question={contentMessages.confirmAnnouncement}
            remove={async () => (await save(null)).ok}
          />
        )
      }
    >
      <Field label="Text" {...form.field('text')} maxLength={200} autoComplete="off" />
      <LinkField label="Link" {...form.field('link')} />
      <Field
        label="Link text"
        {...form.field('linkText')}
        hint="Leave empty to make the whole text the link."
        maxLength={60}
        autoComplete="off"
      />
      <PlannedField label="Shown from" {...form.field('from')} empty="to start immediately" />
      <PlannedField label="Shown until" {...form.field('until')} empty="for no end date" />
      <Check label="Shown in the shop" {...form.register('shown')} />
    </Form>
  );
}
