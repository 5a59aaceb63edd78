/** Who calls: a removed administrator has signed in, and the row in `administrators` is gone since. */
export const callers = [
  ...(['visitor', 'customer', 'removed administrator', 'administrator'] as const),
  'guest',
] as const;
export type Caller = (typeof callers)[number];

/**
 * What a function says to each of the callers: `answers`, `closed` where the right to execute it is missing, or the code with
 * which it refuses by itself.
 */
type Answers = [visitor: string, customer: string, removed: string, administrator: string];

const each = (names: string, answers: Answers): Record<string, Answers> =>
  Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, answers]),
  );

/** Those of the schema `public` by their name alone. A function that is not here turns the test red. */
export const functionRights: Record<string, Answers> = {
  // Everybody, in the storefront.
  ...each(
    `
      are_visible catalogue_changes_since clock count_products country_named find_products is_admin is_current is_customer is_shopper orders_are_open
      is_document is_visible list_feed_products list_products list_related_products list_reviews name_key note_request shop_currency shop_details shop_promises shop_time_zone
      plain_text product_facets random_products read_product redirect_target home_sections shop_frame read_shared_wish_list`,
    ['answers', 'answers', 'answers', 'answers'],
  ),
  offer_lines: ['validation_failed', 'validation_failed', 'validation_failed', 'validation_failed'],
  // Whoever is signed in, about themselves.
  ...each(
    `
      are_home_sections are_menu_links are_menus is_announcement is_label is_link bank_account company_orders exchange_of find_articles has_unclaimed_orders hold_end_of is_barcode is_shop_setting managed_company order_count own_company own_custom_values own_notes own_prices own_reviews own_stock_requests parcels_of payment_of pending_email read_visitor read_own_company read_quote recovery_mailed_at returnable_of returns_of`,
    ['closed', 'answers', 'answers', 'answers'],
  ),
  // Customers, about what is theirs.
  ...each(
    `
      accept_quote add_to_wish_list share_wish_list cancel_order clear_cart decline_quote exchange_choices_of write_to_quote leave_cart load_cart_draft read_cart read_own_payment request_return
      remove_from_cart save_address set_cart_choice set_cart_quantity`,
    ['closed', 'answers', 'not_a_customer', 'not_a_customer'],
  ),
  ask_for_guest_orders: ['closed', 'answers', 'not_a_customer', 'not_a_customer'],
  update_visitor: ['closed', 'answers', 'not_a_customer', 'not_a_customer'],
  save_cart_draft: ['closed', 'empty_order', 'not_a_customer', 'not_a_customer'],
  add_lines_to_cart: ['closed', 'empty_order', 'not_a_customer', 'not_a_customer'],
  request_company: ['closed', 'answers', 'not_a_customer', 'not_a_customer'],
  ...each('change_member invite_member', [
    'closed',
    'not_a_manager',
    'not_a_customer',
    'not_a_customer',
  ]),
  add_to_cart: ['closed', 'unknown_product', 'not_a_customer', 'not_a_customer'],
  request_quote: ['closed', 'no_company', 'not_a_customer', 'not_a_customer'],
  price_cart: ['closed', 'answers', 'not_a_customer', 'not_a_customer'],
  place_order_to_pay: ['closed', 'empty_order', 'not_a_customer', 'not_a_customer'],
  // Administrators; visitors may not even enter the schema.
  ...each(
    `
      office.adjust_stock office.answer_company office.answer_contact_message office.arrange_product_images office.cancel_orders office.change_member office.change_parcel office.change_product_prices office.change_return office.delete_categories office.delete_customers office.list_companies office.book_transfers office.mark_paid office.match_transfers office.missing_pieces office.pack_orders office.read_company office.send_orders
      office.currencies office.delete_products office.demo office.export_custom_values office.open_shop office.opening office.export_products office.export_variants office.find_customers office.find_orders office.import_products office.import_stock
      office.list_admin_advertisements office.list_admin_banners office.list_admin_categories office.list_admin_faqs office.list_admin_pages office.restore_page_version office.save_page office.list_admin_synonyms office.list_admin_vouchers
      office.export_list_prices office.import_list_prices office.list_list_products office.list_price_lists office.read_list_prices office.save_list_prices
      office.list_low_stock office.list_movements office.read_variants office.save_variants
      office.list_admin_products office.list_audit office.list_contact_messages office.list_product_ids office.list_trash office.mark_contact_messages
      office.monthly_income office.payment_methods office.move_banner office.move_faq office.read_customer office.notifications office.open_tasks office.order_changes office.preview_product_prices office.purge_trash office.restore_trash
      office.sales_by_month office.sales_figures office.sales_by_company office.send_mail_again office.mark_notifications_seen office.set_product_prices office.rename_product_image office.renamed_colors office.set_products_policy office.total_orders
      office.add_custom_field office.list_custom_fields office.move_custom_field office.read_custom_values office.save_custom_values office.update_custom_field office.claim_import_pictures office.continue_product_import office.finish_import_picture office.list_product_imports office.missing_import_pictures office.retry_import_pictures office.start_product_import office.undo_product_import office.export_redirects office.forget_missing_pages office.delete_imported_orders office.import_customers office.import_orders office.list_imported_orders office.import_redirects office.import_reviews office.invite_customers office.list_missing_pages office.list_redirects office.save_redirect office.total_users office.update_product office.create_quote office.customer_totals office.quoted_goods office.save_quote office.answer_quote office.list_quotes`,
    ['closed', 'not_an_administrator', 'not_an_administrator', 'answers'],
  ),
  'office.save_payment_methods': [
    'closed',
    ...(['not_an_administrator', 'not_an_administrator', 'validation_failed'] as const),
  ],
  'office.remove_demo': [
    'closed',
    ...(['not_an_administrator', 'not_an_administrator', 'changed_meanwhile'] as const),
  ],
  'office.pack_order': ['closed', 'not_an_administrator', 'not_an_administrator', 'not_paid'],
  'office.assign_orders': [
    'closed',
    'not_an_administrator',
    'not_an_administrator',
    'validation_failed',
  ],
  'office.create_order': [
    'closed',
    'not_an_administrator',
    'not_an_administrator',
    'unknown_customer',
  ],
  'office.delete_records': ['closed', 'not_an_administrator', 'not_an_administrator', '22023'],
  'office.change_products': [
    'closed',
    'not_an_administrator',
    'not_an_administrator',
    'unknown_category',
  ],
  // The edge functions and scheduled tasks, with the service key.
  ...each(
    `
      accept_invitation invited_account claim_guest_orders delete_old_visitors join_cart add_contact_message add_opening_request add_review add_stock_request claim_mails delete_account fail_payment_attempt finish_mail purge_mails queue_back_in_stock save_function_settings
      update_refund payment_figures purge_personal_trash unconfirmed_payments unconfirmed_refunds
      note_missing_pages note_dispute note_payment_event note_refused_message save_authorization settle_payment settle_refund settle_listed_refunds start_payment_attempt start_refund start_refund_of_return start_cancellation
      empty_abandoned_carts unfinished_product_imports release_expired_holds claim_unconfirmed_payments consume_rate_limit trust_attempt`,
    ['closed', 'closed', 'closed', 'closed'],
  ),
};

/** What guests do as customers do; otherwise they are signed in, and neither customers nor administrators. */
export const guestFunctions = new Set([
  ...[
    'add_lines_to_cart',
    'add_to_cart',
    'cancel_order',
    'clear_cart',
    'leave_cart',
    'place_order_to_pay',
    'price_cart',
  ],
  ...['read_cart', 'read_own_payment', 'remove_from_cart', 'request_return', 'set_cart_choice'],
  ...['exchange_choices_of', 'set_cart_quantity', 'update_visitor'],
]);
