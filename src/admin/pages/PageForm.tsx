import type { OfficePage } from '#shared/schemas/pages.ts';
import type { RefObject } from 'react';
import { emptyText } from '#shared/domain/rich-text.ts';
import type { Issue } from '../../api/client.ts';
import { Button } from '../../ui/Button.tsx';
import { Check, Field, TextArea } from '../../ui/Field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { pageHref, routes } from '../../routes.ts';
import { Form, PlannedField } from '../forms/Form.tsx';
import { lazy } from '../forms/lazy.tsx';
import { openPreview } from '../forms/open-preview.ts';
import { pageForm, slugOf, valuesOf } from './page-form.ts';
import { createPage, updatePage } from './pages.ts';

const RichTextEditor = lazy(
  'editor',
  async () => (await import('../rich-text/RichTextEditor.tsx')).RichTextEditor,
);

/** What the page adds to its text by itself, named by a line of its own. */
const parts: Readonly<Record<string, string>> = {
  delivery: '{delivery} on a line of its own is where the prices and times of your shipping stand.',
  returns: '{returns} on a line of its own is where the terms of your returns stand.',
  sizes: '{sizes} on a line of its own is where the tables of your size guides stand.',
  cookies: '{cookies} on a line of its own is where the list of cookies stands.',
};
const placeholders =
  '{shop}, {seller}, {address}, {email}, {phone}, {currency}, {shipping}, {returns} and {support} are filled in from your settings.';

/** The text is one field, whatever is wrong in it. */
const ofTheForm = ({ path, message }: Issue) => ({
  path: path.replace(/^body\..*/, 'body'),
  message,
});

interface PageFormProps {
  /** Omitted for a new one. */
  readonly page?: OfficePage;
  /** The version that is edited. */
  readonly version?: RefObject<number>;
}

export function PageForm({ page, version }: PageFormProps) {
  const form = useForm({
    schema: pageForm,
    values: valuesOf(page),
    async save(values, _form, changes) {
      const reply =
        page && version
          ? await updatePage(page._id, { ...changes, version: version.current })
          : await createPage(values);
      if (!reply.ok) return { ...reply, issues: reply.issues.map(ofTheForm) };
      if (version) version.current = reply.page.version;
      return reply;
    },
  });
  const { onBlur: leaveTitle, ...title } = form.field('title');
  const part = page?.builtIn ? parts[page.slug] : undefined;
  return (
    <Form
      form={form}
      submit={page ? 'Save' : 'Add'}
      className="panel fields page-form"
      aria-label="Page"
      beside={
        <Button
          look="link"
          onClick={() => {
            const { slug, body, title: name, description } = form.getValues();
            const text = JSON.parse(body) as unknown;
            const shown = {
              slug,
              title: name,
              description,
              body: text,
              builtIn: page?.builtIn ?? false,
            };
            openPreview(routes.pagePreview(), shown);
          }}
        >
          Preview
        </Button>
      }
    >
      <Field
        label="Title"
        {...title}
        className="fields__half"
        maxLength={200}
        autoComplete="off"
        onBlur={async (event) => {
          await leaveTitle(event);
          if (!page && form.getValues('slug') === '')
            form.setValue('slug', slugOf(event.target.value));
        }}
      />
      <Field
        label="Address"
        {...form.field('slug')}
        className="fields__half"
        maxLength={80}
        autoComplete="off"
        spellCheck={false}
        readOnly={page?.builtIn}
        hint={page?.builtIn ? `Always ${pageHref(page)}` : 'After /pages/, such as our-stores'}
      />
      <TextArea
        label="Description"
        {...form.field('description')}
        rows={2}
        maxLength={300}
        hint="Below the title, and for search engines."
      />
      <input type="hidden" {...form.register('body')} />
      <RichTextEditor
        label="Text"
        text={page?.body ?? emptyText}
        onChange={(text) => form.setValue('body', JSON.stringify(text), { shouldDirty: true })}
        error={form.errorOf('body')}
        hint={[part, placeholders].filter(Boolean).join(' ')}
      />
      <Check label="Published" {...form.register('published')} />
      <PlannedField
        label="Publish at"
        {...form.field('publishAt')}
        className="fields__half"
        empty="to publish immediately"
      />
    </Form>
  );
}
