export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  // Allows to automatically instantiate createClient with right options
  // instead of createClient<Database, { PostgrestVersion: 'XX' }>(URL, KEY)
  __InternalSupabase: {
    PostgrestVersion: '13';
  };
  office: {
    Tables: {
      [_ in never]: never;
    };
    Views: {
      [_ in never]: never;
    };
    Functions: {
      add_custom_field: {
        Args: {
          p_choices?: string[];
          p_filter?: boolean;
          p_key: string;
          p_kind: string;
          p_name: string;
          p_resource: string;
          p_shown?: boolean;
        };
        Returns: string;
      };
      adjust_stock: { Args: { p_changes: Json }; Returns: number };
      answer_company: {
        Args: { p_id: string; p_status: Database['public']['Enums']['company_status'] };
        Returns: boolean;
      };
      answer_contact_message: { Args: { p_answer: string; p_id: string }; Returns: boolean };
      answer_quote: {
        Args: { p_decline?: boolean; p_id: string; p_text: string };
        Returns: string;
      };
      arrange_product_images: {
        Args: { p_id: string; p_images: string[]; p_known?: string };
        Returns: Json;
      };
      assign_orders: { Args: { p_ids: string[]; p_to?: string }; Returns: number };
      book_transfers: { Args: { p_lines: Json }; Returns: Json };
      cancel_orders: { Args: { p_ids: string[] }; Returns: number };
      change_member: {
        Args: {
          p_company: string;
          p_member: string;
          p_role?: Database['public']['Enums']['company_role'];
        };
        Returns: boolean;
      };
      change_parcel: {
        Args: {
          p_carrier?: string;
          p_id: string;
          p_status?: Database['public']['Enums']['parcel_status'];
          p_tracking_number?: string;
          p_tracking_url?: string;
        };
        Returns: string;
      };
      change_product_prices: {
        Args: { p_amount?: number; p_ids: string[]; p_percent?: number };
        Returns: number;
      };
      change_products: {
        Args: {
          p_availability?: Database['public']['Enums']['availability'];
          p_category?: string;
          p_ids: string[];
          p_status?: Database['public']['Enums']['product_status'];
        };
        Returns: number;
      };
      change_return: {
        Args: {
          p_id: string;
          p_lines?: Json;
          p_note?: string;
          p_status: Database['public']['Enums']['return_status'];
        };
        Returns: string;
      };
      claim_import_pictures: {
        Args: { p_id: string; p_limit?: number };
        Returns: {
          color: string;
          product_id: string;
          tries: number;
          url: string;
        }[];
      };
      continue_product_import: { Args: { p_id: string; p_limit?: number }; Returns: Json };
      create_order: {
        Args: { p_customer: string; p_lines: Json; p_options?: Json };
        Returns: Json;
      };
      create_quote: { Args: { p_company: string }; Returns: string };
      currencies: { Args: Record<PropertyKey, never>; Returns: Json };
      customer_totals: {
        Args: { p_users: string[] };
        Returns: {
          last_order_at: string;
          orders: number;
          paid_orders: number;
          spent: number;
          user_id: string;
        }[];
      };
      delete_categories: { Args: { p_ids: string[] }; Returns: string[] };
      delete_customers: { Args: { p_users: string[] }; Returns: number };
      delete_imported_orders: { Args: { p_ids: string[] }; Returns: number };
      delete_products: { Args: { p_ids: string[] }; Returns: string[] };
      delete_records: { Args: { p_ids: string[]; p_kind: string }; Returns: string[] };
      demo: { Args: Record<PropertyKey, never>; Returns: Json };
      export_custom_values: { Args: { p_ids: string[] }; Returns: Json };
      export_list_prices: {
        Args: { p_list: string };
        Returns: {
          color: string;
          min_quantity: number;
          price: number;
          product: string;
          size: string;
          sku: string;
          title: string;
        }[];
      };
      export_products: {
        Args: { p_ids: string[] };
        Returns: {
          availability: Database['public']['Enums']['availability'];
          care: string;
          category: string;
          colors: string[];
          compare_at_price: number;
          composition: string;
          created_at: string;
          delivery: string;
          description: string;
          description_document: Json;
          fit: string;
          id: string;
          length: number;
          origin: string;
          price: number;
          sizes: string[];
          status: Database['public']['Enums']['product_status'];
          tax_class: Database['public']['Enums']['tax_class'];
          title: string;
          version: string;
          weight: number;
        }[];
      };
      export_redirects: {
        Args: Record<PropertyKey, never>;
        Returns: {
          from_path: string;
          source: string;
          to_address: string;
        }[];
      };
      export_variants: {
        Args: { p_ids: string[] };
        Returns: {
          barcode: string;
          color: string;
          policy: Database['public']['Enums']['stock_policy'];
          price_delta: number;
          product: string;
          size: string;
          sku: string;
          stock: number;
          version: string;
        }[];
      };
      find_customers: {
        Args: {
          p_from?: string;
          p_limit?: number;
          p_offset?: number;
          p_orders?: string;
          p_q?: string;
          p_sort?: string;
          p_to?: string;
        };
        Returns: {
          ids: string[];
          total: number;
          total_is_least: boolean;
        }[];
      };
      find_orders: {
        Args: {
          p_after_at?: string;
          p_after_id?: string;
          p_assignee?: string;
          p_disputed?: string;
          p_from?: string;
          p_fulfilments?: string;
          p_limit?: number;
          p_offset?: number;
          p_overdue?: boolean;
          p_q?: string;
          p_returns?: string;
          p_sort?: string;
          p_statuses?: string;
          p_to?: string;
          p_user?: string;
        };
        Returns: {
          ids: string[];
          total: number;
          total_is_least: boolean;
        }[];
      };
      finish_import_picture: {
        Args: { p_path?: string; p_problem?: string; p_product: string; p_url: string };
        Returns: boolean;
      };
      forget_missing_pages: { Args: { p_ids: string[] }; Returns: number };
      import_customers: {
        Args: { p_dry?: boolean; p_invite?: boolean; p_rows: Json };
        Returns: Json;
      };
      import_list_prices: {
        Args: { p_dry?: boolean; p_list: string; p_rows: Json };
        Returns: Json;
      };
      import_orders: { Args: { p_dry?: boolean; p_rows: Json }; Returns: Json };
      import_products: { Args: { p_dry?: boolean; p_rows: Json }; Returns: Json };
      import_redirects: { Args: { p_dry?: boolean; p_rows: Json }; Returns: Json };
      import_reviews: { Args: { p_dry?: boolean; p_rows: Json }; Returns: Json };
      import_stock: { Args: { p_dry?: boolean; p_rows: Json }; Returns: Json };
      invite_customers: { Args: { p_users: string[] }; Returns: number };
      list_admin_advertisements: {
        Args: { p_limit?: number; p_page?: number; p_query?: string; p_sort?: string };
        Returns: {
          created_at: string;
          current: boolean;
          headline: string;
          id: string;
          image: string;
          link: string;
          link_text: string;
          shown: boolean;
          total: number;
        }[];
      };
      list_admin_banners: {
        Args: { p_limit?: number; p_page?: number; p_query?: string; p_sort?: string };
        Returns: {
          created_at: string;
          header: string;
          id: string;
          images: string[];
          link: string;
          link_text: string;
          paragraph: string;
          place: number;
          shown: boolean;
          shown_from: string;
          shown_until: string;
          state: string;
          total: number;
        }[];
      };
      list_admin_categories: {
        Args: { p_limit?: number; p_page?: number; p_query?: string; p_sort?: string };
        Returns: {
          created_at: string;
          id: string;
          image: string;
          name: string;
          products: number;
          total: number;
          updated_at: string;
        }[];
      };
      list_admin_faqs: {
        Args: { p_limit?: number; p_page?: number; p_query?: string; p_sort?: string };
        Returns: {
          answer: string;
          created_at: string;
          id: string;
          place: number;
          question: string;
          total: number;
        }[];
      };
      list_admin_pages: {
        Args: { p_limit?: number; p_page?: number; p_query?: string; p_sort?: string };
        Returns: {
          built_in: boolean;
          id: string;
          publish_at: string;
          saved_by: string;
          slug: string;
          state: string;
          title: string;
          total: number;
          updated_at: string;
        }[];
      };
      list_admin_products: {
        Args: {
          p_availability?: Database['public']['Enums']['availability'];
          p_category?: string;
          p_limit?: number;
          p_page?: number;
          p_query?: string;
          p_sort?: string;
          p_status?: Database['public']['Enums']['product_status'];
          p_without_category?: boolean;
          p_without_pictures?: boolean;
        };
        Returns: {
          availability: Database['public']['Enums']['availability'];
          category_id: string;
          category_name: string;
          colors: string[];
          compare_at_price: number;
          created_at: string;
          description: string;
          highest_price: number;
          id: string;
          images: string[];
          lowest_price: number;
          price: number;
          sizes: string[];
          status: Database['public']['Enums']['product_status'];
          title: string;
          total: number;
          total_is_least: boolean;
          updated_at: string;
        }[];
      };
      list_admin_synonyms: {
        Args: { p_limit?: number; p_page?: number; p_query?: string };
        Returns: {
          created_at: string;
          id: string;
          total: number;
          words: string[];
        }[];
      };
      list_admin_vouchers: {
        Args: { p_limit?: number; p_page?: number; p_query?: string };
        Returns: {
          categories: string[];
          category_names: string[];
          code: string;
          created_at: string;
          ends_at: string;
          id: string;
          kind: Database['public']['Enums']['voucher_kind'];
          max_uses: number;
          minimum: number;
          once_per_customer: boolean;
          starts_at: string;
          state: string;
          total: number;
          uses: number;
          value: number;
        }[];
      };
      list_audit: {
        Args: {
          p_action?: string;
          p_from?: string;
          p_limit?: number;
          p_page?: number;
          p_query?: string;
          p_role?: string;
          p_table?: string;
          p_to?: string;
        };
        Returns: Json;
      };
      list_companies: {
        Args: {
          p_limit?: number;
          p_page?: number;
          p_q?: string;
          p_sort?: string;
          p_statuses?: string;
        };
        Returns: {
          city: string;
          country: string;
          created_at: string;
          id: string;
          members: number;
          name: string;
          orders: number;
          price_list: string;
          status: Database['public']['Enums']['company_status'];
          total: number;
          vat_id: string;
        }[];
      };
      list_contact_messages: {
        Args: {
          p_limit?: number;
          p_oldest_first?: boolean;
          p_page?: number;
          p_query?: string;
          p_state?: string;
        };
        Returns: Json;
      };
      list_custom_fields: {
        Args: Record<PropertyKey, never>;
        Returns: {
          choices: string[];
          filter: boolean;
          id: string;
          key: string;
          kind: string;
          name: string;
          resource: string;
          shown: boolean;
          used: number;
        }[];
      };
      list_imported_orders: {
        Args: { p_limit?: number; p_page?: number; p_query?: string; p_sort?: string };
        Returns: {
          imported: Database['public']['Tables']['imported_orders']['Row'];
          total: number;
        }[];
      };
      list_list_products: {
        Args: { p_limit?: number; p_list: string; p_page?: number; p_query?: string };
        Returns: {
          id: string;
          minimum: number;
          multiple: number;
          price: number;
          prices: Json;
          title: string;
          total: number;
          variants: number;
        }[];
      };
      list_low_stock: {
        Args: { p_limit?: number; p_page?: number; p_query?: string };
        Returns: Json;
      };
      list_missing_pages: {
        Args: { p_limit?: number; p_page?: number; p_query?: string; p_sort?: string };
        Returns: {
          first_seen: string;
          id: string;
          last_seen: string;
          path: string;
          total: number;
          visits: number;
        }[];
      };
      list_movements: {
        Args: { p_before?: number; p_limit?: number; p_variant: string };
        Returns: Json;
      };
      list_price_lists: {
        Args: { p_limit?: number; p_page?: number; p_query?: string };
        Returns: {
          companies: number;
          created_at: string;
          id: string;
          name: string;
          percent: number;
          prices: number;
          total: number;
        }[];
      };
      list_product_ids: {
        Args: {
          p_availability?: Database['public']['Enums']['availability'];
          p_category?: string;
          p_limit?: number;
          p_query?: string;
          p_sort?: string;
          p_status?: Database['public']['Enums']['product_status'];
          p_without_category?: boolean;
          p_without_pictures?: boolean;
        };
        Returns: string[];
      };
      list_product_imports: {
        Args: { p_id?: string };
        Returns: {
          can_undo: boolean;
          changed: number;
          created: number;
          created_at: string;
          failed: number;
          failures: Json;
          fetched: number;
          file_name: string;
          id: string;
          pictures: number;
          problem: string;
          state: string;
          total: number;
          undone: number;
          written: number;
        }[];
      };
      list_quotes: {
        Args: { p_limit?: number; p_page?: number; p_query?: string; p_state?: string };
        Returns: Json;
      };
      list_redirects: {
        Args: {
          p_limit?: number;
          p_page?: number;
          p_query?: string;
          p_sort?: string;
          p_source?: string;
        };
        Returns: {
          created_at: string;
          from_path: string;
          id: string;
          source: string;
          to_address: string;
          total: number;
        }[];
      };
      list_trash: {
        Args: { p_kind: string; p_limit?: number; p_page?: number };
        Returns: {
          deleted_at: string;
          id: string;
          label: string;
          total: number;
          total_is_least: boolean;
        }[];
      };
      mark_contact_messages: {
        Args: { p_answered?: boolean; p_ids: string[]; p_read?: boolean };
        Returns: number;
      };
      mark_notifications_seen: { Args: Record<PropertyKey, never>; Returns: undefined };
      mark_paid: {
        Args: { p_amount?: number; p_due?: number; p_note?: string; p_order: string };
        Returns: string;
      };
      match_transfers: { Args: { p_lines: Json }; Returns: Json };
      missing_import_pictures: {
        Args: { p_id: string; p_url: string };
        Returns: {
          color: string;
          product_id: string;
          url: string;
        }[];
      };
      missing_pieces: { Args: { p_orders: string[] }; Returns: Json };
      monthly_income: { Args: Record<PropertyKey, never>; Returns: number };
      move_banner: { Args: { p_id: string; p_place: number }; Returns: boolean };
      move_custom_field: { Args: { p_id: string; p_place: number }; Returns: boolean };
      move_faq: { Args: { p_id: string; p_place: number }; Returns: boolean };
      notifications: { Args: { p_limit?: number }; Returns: Json };
      open_shop: { Args: { p_open: boolean }; Returns: number };
      open_tasks: { Args: Record<PropertyKey, never>; Returns: Json };
      opening: { Args: Record<PropertyKey, never>; Returns: Json };
      order_changes: { Args: { p_order: string }; Returns: Json };
      pack_order: {
        Args: {
          p_carrier?: string;
          p_lines?: Json;
          p_order: string;
          p_tracking_number?: string;
          p_tracking_url?: string;
        };
        Returns: string;
      };
      pack_orders: { Args: { p_ids: string[] }; Returns: number };
      payment_methods: { Args: Record<PropertyKey, never>; Returns: Json };
      preview_product_prices: {
        Args: { p_amount?: number; p_ids: string[]; p_percent?: number };
        Returns: {
          id: string;
          new_price: number;
          price: number;
          title: string;
        }[];
      };
      purge_trash: { Args: Record<PropertyKey, never>; Returns: string[] };
      quoted_goods: { Args: { p_products: string[]; p_quote: string }; Returns: Json };
      read_company: { Args: { p_id: string }; Returns: Json };
      read_custom_values: { Args: { p_record: string; p_resource: string }; Returns: Json };
      read_customer: { Args: { p_user: string }; Returns: Json };
      read_list_prices: { Args: { p_list?: string; p_product: string }; Returns: Json };
      read_variants: { Args: { p_product: string }; Returns: Json };
      remove_demo: { Args: { p_orders: number }; Returns: string[] };
      rename_product_image: {
        Args: { p_from: string; p_id: string; p_known?: string; p_to: string };
        Returns: Json;
      };
      renamed_colors: {
        Args: { p_before: Json };
        Returns: {
          color_after: string;
          color_before: string;
          id: string;
          images: string[];
        }[];
      };
      restore_page_version: {
        Args: { p_id: string; p_known: number; p_version: number };
        Returns: string;
      };
      restore_trash: { Args: { p_ids: string[] }; Returns: Json };
      retry_import_pictures: { Args: { p_id: string }; Returns: number };
      sales_by_company: {
        Args: { p_from: string; p_to: string };
        Returns: {
          company: string;
          income: number;
          name: string;
          orders: number;
          outstanding: number;
          overdue: number;
        }[];
      };
      sales_by_month: {
        Args: { p_category?: string; p_product?: string };
        Returns: {
          income: number;
          month: string;
          orders: number;
          pieces: number;
        }[];
      };
      sales_figures: {
        Args: { p_by?: string; p_from: string; p_imported?: boolean; p_to: string };
        Returns: Json;
      };
      save_custom_values: {
        Args: { p_record: string; p_resource: string; p_values: Json };
        Returns: Json;
      };
      save_list_prices: {
        Args: {
          p_known: Json;
          p_list?: string;
          p_minimum?: number;
          p_multiple?: number;
          p_prices: Json;
          p_product: string;
        };
        Returns: Json;
      };
      save_page: {
        Args: {
          p_body?: Json;
          p_description?: string;
          p_id?: string;
          p_known?: number;
          p_publish_at?: string;
          p_published?: boolean;
          p_slug?: string;
          p_title?: string;
        };
        Returns: string;
      };
      save_payment_methods: { Args: { p_methods: Json }; Returns: undefined };
      save_quote: {
        Args: { p_ends_at?: string; p_id: string; p_lines: Json; p_note?: string };
        Returns: string;
      };
      save_redirect: {
        Args: { p_from: string; p_id?: string; p_to: string };
        Returns: Database['public']['Tables']['redirects']['Row'][];
        SetofOptions: {
          from: '*';
          to: 'redirects';
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      save_variants: {
        Args: { p_note?: string; p_product: string; p_reason: string; p_variants: Json };
        Returns: Json;
      };
      send_mail_again: { Args: { p_id: string }; Returns: boolean };
      send_orders: { Args: { p_ids: string[] }; Returns: number };
      set_product_prices: { Args: { p_prices: Json }; Returns: number };
      set_products_policy: {
        Args: { p_ids: string[]; p_policy: Database['public']['Enums']['stock_policy'] };
        Returns: number;
      };
      start_product_import: { Args: { p_file_name?: string; p_rows: Json }; Returns: string };
      total_orders: { Args: Record<PropertyKey, never>; Returns: number };
      total_users: { Args: Record<PropertyKey, never>; Returns: number };
      undo_product_import: { Args: { p_id: string }; Returns: boolean };
      update_custom_field: {
        Args: {
          p_choices?: string[];
          p_drop_values?: boolean;
          p_filter?: boolean;
          p_id: string;
          p_name?: string;
          p_shown?: boolean;
        };
        Returns: boolean;
      };
      update_product: {
        Args: {
          p_availability?: Database['public']['Enums']['availability'];
          p_care?: string;
          p_category?: string;
          p_colors?: string[];
          p_compare_at_price?: number;
          p_composition?: string;
          p_delivery?: string;
          p_description?: string;
          p_description_document?: Json;
          p_drop_variants?: boolean;
          p_fit?: string;
          p_id: string;
          p_known?: string;
          p_length?: number;
          p_origin?: string;
          p_price?: number;
          p_sizes?: string[];
          p_status?: Database['public']['Enums']['product_status'];
          p_tax_class?: Database['public']['Enums']['tax_class'];
          p_title?: string;
          p_weight?: number;
        };
        Returns: Json;
      };
    };
    Enums: {
      [_ in never]: never;
    };
    CompositeTypes: {
      [_ in never]: never;
    };
  };
  public: {
    Tables: {
      addresses: {
        Row: {
          address: string;
          city: string;
          country: string;
          created_at: string;
          id: string;
          is_default: boolean;
          phone: string;
          postcode: string;
          recipient: string;
          state: string;
          user_id: string;
        };
        Insert: {
          address: string;
          city?: string;
          country: string;
          created_at?: string;
          id?: string;
          is_default?: boolean;
          phone?: string;
          postcode?: string;
          recipient: string;
          state?: string;
          user_id?: string;
        };
        Update: {
          address?: string;
          city?: string;
          country?: string;
          created_at?: string;
          id?: string;
          is_default?: boolean;
          phone?: string;
          postcode?: string;
          recipient?: string;
          state?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'addresses_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      administrators: {
        Row: {
          created_at: string;
          email: string;
          firstname: string;
          id: string;
        };
        Insert: {
          created_at?: string;
          email?: string;
          firstname?: string;
          id: string;
        };
        Update: {
          created_at?: string;
          email?: string;
          firstname?: string;
          id?: string;
        };
        Relationships: [];
      };
      advertisements: {
        Row: {
          created_at: string;
          headline: string;
          id: string;
          image: string | null;
          link: string;
          link_text: string;
          shown: boolean;
          updated_at: string;
        };
        Insert: {
          created_at?: string;
          headline: string;
          id?: string;
          image?: string | null;
          link?: string;
          link_text?: string;
          shown?: boolean;
          updated_at?: string;
        };
        Update: {
          created_at?: string;
          headline?: string;
          id?: string;
          image?: string | null;
          link?: string;
          link_text?: string;
          shown?: boolean;
          updated_at?: string;
        };
        Relationships: [];
      };
      audit_log: {
        Row: {
          action: string;
          actor: string;
          actor_id: string | null;
          actor_role: string;
          after: Json | null;
          before: Json | null;
          happened_at: string;
          id: number;
          label: string;
          record_id: string | null;
          request_id: string | null;
          table_name: string;
        };
        Insert: {
          action: string;
          actor: string;
          actor_id?: string | null;
          actor_role: string;
          after?: Json | null;
          before?: Json | null;
          happened_at?: string;
          id?: never;
          label?: string;
          record_id?: string | null;
          request_id?: string | null;
          table_name: string;
        };
        Update: {
          action?: string;
          actor?: string;
          actor_id?: string | null;
          actor_role?: string;
          after?: Json | null;
          before?: Json | null;
          happened_at?: string;
          id?: never;
          label?: string;
          record_id?: string | null;
          request_id?: string | null;
          table_name?: string;
        };
        Relationships: [];
      };
      banners: {
        Row: {
          created_at: string;
          header: string;
          id: string;
          images: string[];
          link: string;
          link_text: string;
          paragraph: string;
          position: number;
          shown: boolean;
          shown_from: string | null;
          shown_until: string | null;
        };
        Insert: {
          created_at?: string;
          header?: string;
          id?: string;
          images?: string[];
          link?: string;
          link_text?: string;
          paragraph?: string;
          position: number;
          shown?: boolean;
          shown_from?: string | null;
          shown_until?: string | null;
        };
        Update: {
          created_at?: string;
          header?: string;
          id?: string;
          images?: string[];
          link?: string;
          link_text?: string;
          paragraph?: string;
          position?: number;
          shown?: boolean;
          shown_from?: string | null;
          shown_until?: string | null;
        };
        Relationships: [];
      };
      cart_departures: {
        Row: {
          left_at: string;
          user_id: string;
        };
        Insert: {
          left_at: string;
          user_id: string;
        };
        Update: {
          left_at?: string;
          user_id?: string;
        };
        Relationships: [];
      };
      cart_drafts: {
        Row: {
          created_at: string;
          id: string;
          lines: NonNullable<Json>;
          name: string;
          user_id: string;
        };
        Insert: {
          created_at?: string;
          id?: string;
          lines: NonNullable<Json>;
          name: string;
          user_id?: string;
        };
        Update: {
          created_at?: string;
          id?: string;
          lines?: NonNullable<Json>;
          name?: string;
          user_id?: string;
        };
        Relationships: [];
      };
      cart_items: {
        Row: {
          color: string | null;
          created_at: string;
          id: string;
          product_id: string;
          quantity: number;
          size: string | null;
          user_id: string;
        };
        Insert: {
          color?: string | null;
          created_at?: string;
          id?: string;
          product_id: string;
          quantity: number;
          size?: string | null;
          user_id?: string;
        };
        Update: {
          color?: string | null;
          created_at?: string;
          id?: string;
          product_id?: string;
          quantity?: number;
          size?: string | null;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'cart_items_product_id_fkey';
            columns: ['product_id'];
            isOneToOne: false;
            referencedRelation: 'product_details';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'cart_items_product_id_fkey';
            columns: ['product_id'];
            isOneToOne: false;
            referencedRelation: 'products';
            referencedColumns: ['id'];
          },
        ];
      };
      catalogue_changes: {
        Row: {
          changed_at: string;
          id: number;
          tag: string;
          transaction_id: unknown;
        };
        Insert: {
          changed_at?: string;
          id?: never;
          tag: string;
          transaction_id?: unknown;
        };
        Update: {
          changed_at?: string;
          id?: never;
          tag?: string;
          transaction_id?: unknown;
        };
        Relationships: [];
      };
      categories: {
        Row: {
          created_at: string;
          id: string;
          image: string | null;
          name: string;
          updated_at: string;
        };
        Insert: {
          created_at?: string;
          id?: string;
          image?: string | null;
          name: string;
          updated_at?: string;
        };
        Update: {
          created_at?: string;
          id?: string;
          image?: string | null;
          name?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      companies: {
        Row: {
          about: string;
          address: string;
          city: string;
          country: string;
          created_at: string;
          credit_limit: number;
          id: string;
          name: string;
          order_minimum: number;
          phone: string;
          postcode: string;
          price_list_id: string | null;
          status: Database['public']['Enums']['company_status'];
          tax_free: boolean;
          terms_days: number;
          updated_at: string;
          vat_id: string;
        };
        Insert: {
          about?: string;
          address?: string;
          city?: string;
          country: string;
          created_at?: string;
          credit_limit?: number;
          id?: string;
          name: string;
          order_minimum?: number;
          phone?: string;
          postcode?: string;
          price_list_id?: string | null;
          status?: Database['public']['Enums']['company_status'];
          tax_free?: boolean;
          terms_days?: number;
          updated_at?: string;
          vat_id?: string;
        };
        Update: {
          about?: string;
          address?: string;
          city?: string;
          country?: string;
          created_at?: string;
          credit_limit?: number;
          id?: string;
          name?: string;
          order_minimum?: number;
          phone?: string;
          postcode?: string;
          price_list_id?: string | null;
          status?: Database['public']['Enums']['company_status'];
          tax_free?: boolean;
          terms_days?: number;
          updated_at?: string;
          vat_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'companies_country_fkey';
            columns: ['country'];
            isOneToOne: false;
            referencedRelation: 'countries';
            referencedColumns: ['code'];
          },
          {
            foreignKeyName: 'companies_price_list_id_fkey';
            columns: ['price_list_id'];
            isOneToOne: false;
            referencedRelation: 'price_lists';
            referencedColumns: ['id'];
          },
        ];
      };
      company_invitations: {
        Row: {
          company_id: string;
          created_at: string;
          email: string;
          ends_at: string;
          id: string;
          role: Database['public']['Enums']['company_role'];
        };
        Insert: {
          company_id: string;
          created_at?: string;
          email: string;
          ends_at?: string;
          id?: string;
          role?: Database['public']['Enums']['company_role'];
        };
        Update: {
          company_id?: string;
          created_at?: string;
          email?: string;
          ends_at?: string;
          id?: string;
          role?: Database['public']['Enums']['company_role'];
        };
        Relationships: [
          {
            foreignKeyName: 'company_invitations_company_id_fkey';
            columns: ['company_id'];
            isOneToOne: false;
            referencedRelation: 'companies';
            referencedColumns: ['id'];
          },
        ];
      };
      company_members: {
        Row: {
          company_id: string;
          created_at: string;
          role: Database['public']['Enums']['company_role'];
          user_id: string;
        };
        Insert: {
          company_id: string;
          created_at?: string;
          role?: Database['public']['Enums']['company_role'];
          user_id: string;
        };
        Update: {
          company_id?: string;
          created_at?: string;
          role?: Database['public']['Enums']['company_role'];
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'company_members_company_id_fkey';
            columns: ['company_id'];
            isOneToOne: false;
            referencedRelation: 'companies';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'company_members_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: true;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      contact_messages: {
        Row: {
          answer: string;
          answered_at: string | null;
          created_at: string;
          email: string;
          firstname: string;
          id: string;
          lastname: string;
          message: string;
          product_id: string | null;
          read_at: string | null;
        };
        Insert: {
          answer?: string;
          answered_at?: string | null;
          created_at?: string;
          email: string;
          firstname?: string;
          id?: string;
          lastname?: string;
          message: string;
          product_id?: string | null;
          read_at?: string | null;
        };
        Update: {
          answer?: string;
          answered_at?: string | null;
          created_at?: string;
          email?: string;
          firstname?: string;
          id?: string;
          lastname?: string;
          message?: string;
          product_id?: string | null;
          read_at?: string | null;
        };
        Relationships: [];
      };
      countries: {
        Row: {
          code: string;
          in_eu: boolean;
          name: string;
          names: string[];
        };
        Insert: {
          code: string;
          in_eu?: boolean;
          name: string;
          names?: string[];
        };
        Update: {
          code?: string;
          in_eu?: boolean;
          name?: string;
          names?: string[];
        };
        Relationships: [];
      };
      custom_fields: {
        Row: {
          choices: string[];
          created_at: string;
          filter: boolean;
          id: string;
          key: string;
          kind: string;
          name: string;
          position: number;
          resource: string;
          shown: boolean;
        };
        Insert: {
          choices?: string[];
          created_at?: string;
          filter?: boolean;
          id?: string;
          key: string;
          kind: string;
          name: string;
          position?: number;
          resource: string;
          shown?: boolean;
        };
        Update: {
          choices?: string[];
          created_at?: string;
          filter?: boolean;
          id?: string;
          key?: string;
          kind?: string;
          name?: string;
          position?: number;
          resource?: string;
          shown?: boolean;
        };
        Relationships: [];
      };
      custom_values: {
        Row: {
          company_id: string | null;
          customer_id: string | null;
          field_id: string;
          order_id: string | null;
          product_id: string | null;
          record_id: string;
          value: string;
        };
        Insert: {
          company_id?: string | null;
          customer_id?: string | null;
          field_id: string;
          order_id?: string | null;
          product_id?: string | null;
          record_id?: never;
          value: string;
        };
        Update: {
          company_id?: string | null;
          customer_id?: string | null;
          field_id?: string;
          order_id?: string | null;
          product_id?: string | null;
          record_id?: never;
          value?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'custom_values_company_id_fkey';
            columns: ['company_id'];
            isOneToOne: false;
            referencedRelation: 'companies';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'custom_values_customer_id_fkey';
            columns: ['customer_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'custom_values_field_id_fkey';
            columns: ['field_id'];
            isOneToOne: false;
            referencedRelation: 'custom_fields';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'custom_values_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'custom_values_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'paid_orders_without_payment';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'custom_values_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'unpaid_orders';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'custom_values_product_id_fkey';
            columns: ['product_id'];
            isOneToOne: false;
            referencedRelation: 'product_details';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'custom_values_product_id_fkey';
            columns: ['product_id'];
            isOneToOne: false;
            referencedRelation: 'products';
            referencedColumns: ['id'];
          },
        ];
      };
      customer_notes: {
        Row: {
          author_id: string | null;
          created_at: string;
          id: string;
          note: string;
          user_id: string;
        };
        Insert: {
          author_id?: string | null;
          created_at?: string;
          id?: string;
          note: string;
          user_id: string;
        };
        Update: {
          author_id?: string | null;
          created_at?: string;
          id?: string;
          note?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'customer_notes_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      faqs: {
        Row: {
          answer: string;
          created_at: string;
          id: string;
          position: number;
          question: string;
          updated_at: string;
        };
        Insert: {
          answer: string;
          created_at?: string;
          id?: string;
          position?: number;
          question: string;
          updated_at?: string;
        };
        Update: {
          answer?: string;
          created_at?: string;
          id?: string;
          position?: number;
          question?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      imported_orders: {
        Row: {
          currency: string;
          details: NonNullable<Json>;
          email: string;
          id: string;
          imported_at: string;
          lines: NonNullable<Json>;
          name: string;
          number: string;
          ordered_at: string;
          paid: boolean;
          refunded: number;
          source: string;
          status: string;
          total: number;
          user_id: string | null;
        };
        Insert: {
          currency: string;
          details?: NonNullable<Json>;
          email?: string;
          id?: string;
          imported_at?: string;
          lines?: NonNullable<Json>;
          name?: string;
          number: string;
          ordered_at: string;
          paid: boolean;
          refunded?: number;
          source: string;
          status?: string;
          total: number;
          user_id?: string | null;
        };
        Update: {
          currency?: string;
          details?: NonNullable<Json>;
          email?: string;
          id?: string;
          imported_at?: string;
          lines?: NonNullable<Json>;
          name?: string;
          number?: string;
          ordered_at?: string;
          paid?: boolean;
          refunded?: number;
          source?: string;
          status?: string;
          total?: number;
          user_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'imported_orders_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      invoices: {
        Row: {
          currency: string;
          gross: number;
          id: string;
          issued_at: string;
          issued_on: string;
          kind: Database['public']['Enums']['invoice_kind'];
          net: number;
          number: string;
          order_id: string | null;
          order_number: string;
          rates: NonNullable<Json>;
          refund_id: string | null;
          seller: NonNullable<Json>;
          serial: number;
          tax: number;
        };
        Insert: {
          currency: string;
          gross: number;
          id?: string;
          issued_at?: string;
          issued_on?: string;
          kind: Database['public']['Enums']['invoice_kind'];
          net: number;
          number: string;
          order_id?: string | null;
          order_number: string;
          rates: NonNullable<Json>;
          refund_id?: string | null;
          seller: NonNullable<Json>;
          serial: number;
          tax: number;
        };
        Update: {
          currency?: string;
          gross?: number;
          id?: string;
          issued_at?: string;
          issued_on?: string;
          kind?: Database['public']['Enums']['invoice_kind'];
          net?: number;
          number?: string;
          order_id?: string | null;
          order_number?: string;
          rates?: NonNullable<Json>;
          refund_id?: string | null;
          seller?: NonNullable<Json>;
          serial?: number;
          tax?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'invoices_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'invoices_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'paid_orders_without_payment';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'invoices_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'unpaid_orders';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'invoices_refund_id_fkey';
            columns: ['refund_id'];
            isOneToOne: true;
            referencedRelation: 'refunds';
            referencedColumns: ['id'];
          },
        ];
      };
      mail_outbox: {
        Row: {
          attempts: number;
          data: NonNullable<Json>;
          id: string;
          kind: Database['public']['Enums']['mail_kind'];
          last_error: string;
          message_id: string;
          next_try_at: string;
          order_id: string | null;
          queued_at: string;
          recipient: string;
          record_id: string | null;
          sent_at: string | null;
          state: Database['public']['Enums']['mail_state'];
        };
        Insert: {
          attempts?: number;
          data?: NonNullable<Json>;
          id?: string;
          kind: Database['public']['Enums']['mail_kind'];
          last_error?: string;
          message_id?: string;
          next_try_at?: string;
          order_id?: string | null;
          queued_at?: string;
          recipient: string;
          record_id?: string | null;
          sent_at?: string | null;
          state?: Database['public']['Enums']['mail_state'];
        };
        Update: {
          attempts?: number;
          data?: NonNullable<Json>;
          id?: string;
          kind?: Database['public']['Enums']['mail_kind'];
          last_error?: string;
          message_id?: string;
          next_try_at?: string;
          order_id?: string | null;
          queued_at?: string;
          recipient?: string;
          record_id?: string | null;
          sent_at?: string | null;
          state?: Database['public']['Enums']['mail_state'];
        };
        Relationships: [
          {
            foreignKeyName: 'mail_outbox_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'mail_outbox_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'paid_orders_without_payment';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'mail_outbox_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'unpaid_orders';
            referencedColumns: ['id'];
          },
        ];
      };
      mail_texts: {
        Row: {
          kind: Database['public']['Enums']['mail_kind'];
          opening: string;
          subject: string;
        };
        Insert: {
          kind: Database['public']['Enums']['mail_kind'];
          opening: string;
          subject: string;
        };
        Update: {
          kind?: Database['public']['Enums']['mail_kind'];
          opening?: string;
          subject?: string;
        };
        Relationships: [];
      };
      missing_pages: {
        Row: {
          first_seen: string;
          id: string;
          last_seen: string;
          path: string;
          visits: number;
        };
        Insert: {
          first_seen?: string;
          id?: string;
          last_seen?: string;
          path: string;
          visits: number;
        };
        Update: {
          first_seen?: string;
          id?: string;
          last_seen?: string;
          path?: string;
          visits?: number;
        };
        Relationships: [];
      };
      notifications_seen: {
        Row: {
          administrator_id: string;
          seen_at: string;
        };
        Insert: {
          administrator_id: string;
          seen_at?: string;
        };
        Update: {
          administrator_id?: string;
          seen_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'notifications_seen_administrator_id_fkey';
            columns: ['administrator_id'];
            isOneToOne: true;
            referencedRelation: 'administrators';
            referencedColumns: ['id'];
          },
        ];
      };
      opening_requests: {
        Row: {
          created_at: string;
          email: string;
          id: string;
        };
        Insert: {
          created_at?: string;
          email: string;
          id?: string;
        };
        Update: {
          created_at?: string;
          email?: string;
          id?: string;
        };
        Relationships: [];
      };
      order_items: {
        Row: {
          carried_minor: number | null;
          cheaper_by: number;
          color: string | null;
          discount: number;
          exchanged_item: string | null;
          id: string;
          not_to_send: number;
          order_id: string;
          position: number;
          product_id: string | null;
          quantity: number;
          refunded: number;
          size: string | null;
          sku: string;
          tax: number;
          tax_rate: number;
          title: string;
          unit_price: number;
          variant_id: string | null;
        };
        Insert: {
          carried_minor?: number | null;
          cheaper_by?: number;
          color?: string | null;
          discount?: number;
          exchanged_item?: string | null;
          id?: string;
          not_to_send?: number;
          order_id: string;
          position?: number;
          product_id?: string | null;
          quantity: number;
          refunded?: number;
          size?: string | null;
          sku: string;
          tax?: number;
          tax_rate?: number;
          title: string;
          unit_price: number;
          variant_id?: string | null;
        };
        Update: {
          carried_minor?: number | null;
          cheaper_by?: number;
          color?: string | null;
          discount?: number;
          exchanged_item?: string | null;
          id?: string;
          not_to_send?: number;
          order_id?: string;
          position?: number;
          product_id?: string | null;
          quantity?: number;
          refunded?: number;
          size?: string | null;
          sku?: string;
          tax?: number;
          tax_rate?: number;
          title?: string;
          unit_price?: number;
          variant_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'order_items_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'order_items_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'paid_orders_without_payment';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'order_items_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'unpaid_orders';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'order_items_product_id_fkey';
            columns: ['product_id'];
            isOneToOne: false;
            referencedRelation: 'product_details';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'order_items_product_id_fkey';
            columns: ['product_id'];
            isOneToOne: false;
            referencedRelation: 'products';
            referencedColumns: ['id'];
          },
        ];
      };
      order_notes: {
        Row: {
          author_id: string | null;
          created_at: string;
          id: string;
          note: string;
          order_id: string;
        };
        Insert: {
          author_id?: string | null;
          created_at?: string;
          id?: string;
          note: string;
          order_id: string;
        };
        Update: {
          author_id?: string | null;
          created_at?: string;
          id?: string;
          note?: string;
          order_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'order_notes_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'order_notes_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'paid_orders_without_payment';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'order_notes_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'unpaid_orders';
            referencedColumns: ['id'];
          },
        ];
      };
      order_quantities: {
        Row: {
          id: string;
          minimum: number;
          multiple: number;
          price_list_id: string | null;
          product_id: string;
        };
        Insert: {
          id?: string;
          minimum?: number;
          multiple?: number;
          price_list_id?: string | null;
          product_id: string;
        };
        Update: {
          id?: string;
          minimum?: number;
          multiple?: number;
          price_list_id?: string | null;
          product_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'order_quantities_price_list_id_fkey';
            columns: ['price_list_id'];
            isOneToOne: false;
            referencedRelation: 'price_lists';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'order_quantities_product_id_fkey';
            columns: ['product_id'];
            isOneToOne: false;
            referencedRelation: 'product_details';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'order_quantities_product_id_fkey';
            columns: ['product_id'];
            isOneToOne: false;
            referencedRelation: 'products';
            referencedColumns: ['id'];
          },
        ];
      };
      orders: {
        Row: {
          address: string;
          assigned_to: string | null;
          by_guest: boolean;
          by_office: boolean;
          city: string;
          company_id: string | null;
          company_name: string;
          company_vat_id: string;
          country: string;
          created_at: string;
          currency: string;
          days_from: number;
          days_to: number;
          discount: number;
          due_at: string | null;
          email: string;
          exchange_of: string | null;
          firstname: string;
          from_cart: boolean;
          fulfilment: Database['public']['Enums']['fulfilment'];
          gift_message: string | null;
          id: string;
          idempotency_digest: string | null;
          idempotency_key: string | null;
          invoice_address: Json | null;
          lastname: string;
          number: string;
          paid_at: string | null;
          payment_reference: string | null;
          phone: string;
          po_number: string;
          postcode: string;
          recipient: string;
          refunded: number;
          search_words: string;
          shipping: number;
          shipping_method: string;
          shipping_tax: number;
          shipping_tax_rate: number;
          state: string;
          status: Database['public']['Enums']['order_status'];
          tax: number;
          tax_free: boolean;
          tax_included: boolean;
          total_price: number;
          user_id: string | null;
          voucher_code: string;
        };
        Insert: {
          address?: string;
          assigned_to?: string | null;
          by_guest?: boolean;
          by_office?: boolean;
          city?: string;
          company_id?: string | null;
          company_name?: string;
          company_vat_id?: string;
          country?: string;
          created_at?: string;
          currency?: string;
          days_from?: number;
          days_to?: number;
          discount?: number;
          due_at?: string | null;
          email?: string;
          exchange_of?: string | null;
          firstname?: string;
          from_cart?: boolean;
          fulfilment?: Database['public']['Enums']['fulfilment'];
          gift_message?: string | null;
          id?: string;
          idempotency_digest?: string | null;
          idempotency_key?: string | null;
          invoice_address?: Json | null;
          lastname?: string;
          number?: string;
          paid_at?: string | null;
          payment_reference?: string | null;
          phone?: string;
          po_number?: string;
          postcode?: string;
          recipient?: string;
          refunded?: number;
          search_words?: string;
          shipping?: number;
          shipping_method?: string;
          shipping_tax?: number;
          shipping_tax_rate?: number;
          state?: string;
          status?: Database['public']['Enums']['order_status'];
          tax?: number;
          tax_free?: boolean;
          tax_included?: boolean;
          total_price: number;
          user_id?: string | null;
          voucher_code?: string;
        };
        Update: {
          address?: string;
          assigned_to?: string | null;
          by_guest?: boolean;
          by_office?: boolean;
          city?: string;
          company_id?: string | null;
          company_name?: string;
          company_vat_id?: string;
          country?: string;
          created_at?: string;
          currency?: string;
          days_from?: number;
          days_to?: number;
          discount?: number;
          due_at?: string | null;
          email?: string;
          exchange_of?: string | null;
          firstname?: string;
          from_cart?: boolean;
          fulfilment?: Database['public']['Enums']['fulfilment'];
          gift_message?: string | null;
          id?: string;
          idempotency_digest?: string | null;
          idempotency_key?: string | null;
          invoice_address?: Json | null;
          lastname?: string;
          number?: string;
          paid_at?: string | null;
          payment_reference?: string | null;
          phone?: string;
          po_number?: string;
          postcode?: string;
          recipient?: string;
          refunded?: number;
          search_words?: string;
          shipping?: number;
          shipping_method?: string;
          shipping_tax?: number;
          shipping_tax_rate?: number;
          state?: string;
          status?: Database['public']['Enums']['order_status'];
          tax?: number;
          tax_free?: boolean;
          tax_included?: boolean;
          total_price?: number;
          user_id?: string | null;
          voucher_code?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'orders_assigned_to_fkey';
            columns: ['assigned_to'];
            isOneToOne: false;
            referencedRelation: 'administrators';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'orders_company_id_fkey';
            columns: ['company_id'];
            isOneToOne: false;
            referencedRelation: 'companies';
            referencedColumns: ['id'];
          },
        ];
      };
      page_versions: {
        Row: {
          body: NonNullable<Json>;
          description: string;
          page_id: string;
          saved_at: string;
          saved_by: string;
          title: string;
          version: number;
        };
        Insert: {
          body: NonNullable<Json>;
          description: string;
          page_id: string;
          saved_at: string;
          saved_by: string;
          title: string;
          version: number;
        };
        Update: {
          body?: NonNullable<Json>;
          description?: string;
          page_id?: string;
          saved_at?: string;
          saved_by?: string;
          title?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'page_versions_page_id_fkey';
            columns: ['page_id'];
            isOneToOne: false;
            referencedRelation: 'pages';
            referencedColumns: ['id'];
          },
        ];
      };
      pages: {
        Row: {
          body: NonNullable<Json>;
          built_in: boolean;
          created_at: string;
          description: string;
          filled: boolean | null;
          id: string;
          publish_at: string | null;
          published: boolean;
          saved_by: string;
          slug: string;
          text: string | null;
          title: string;
          updated_at: string;
          version: number;
        };
        Insert: {
          body?: NonNullable<Json>;
          built_in?: boolean;
          created_at?: string;
          description?: string;
          filled?: never;
          id?: string;
          publish_at?: string | null;
          published?: boolean;
          saved_by?: string;
          slug: string;
          text?: never;
          title: string;
          updated_at?: string;
          version?: number;
        };
        Update: {
          body?: NonNullable<Json>;
          built_in?: boolean;
          created_at?: string;
          description?: string;
          filled?: never;
          id?: string;
          publish_at?: string | null;
          published?: boolean;
          saved_by?: string;
          slug?: string;
          text?: never;
          title?: string;
          updated_at?: string;
          version?: number;
        };
        Relationships: [];
      };
      parcel_lines: {
        Row: {
          order_item_id: string;
          parcel_id: string;
          quantity: number;
        };
        Insert: {
          order_item_id: string;
          parcel_id: string;
          quantity: number;
        };
        Update: {
          order_item_id?: string;
          parcel_id?: string;
          quantity?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'parcel_lines_order_item_id_fkey';
            columns: ['order_item_id'];
            isOneToOne: false;
            referencedRelation: 'order_items';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'parcel_lines_parcel_id_fkey';
            columns: ['parcel_id'];
            isOneToOne: false;
            referencedRelation: 'parcels';
            referencedColumns: ['id'];
          },
        ];
      };
      parcels: {
        Row: {
          carrier: string;
          created_at: string;
          delivered_at: string | null;
          id: string;
          order_id: string;
          packed_by: string | null;
          sent_at: string | null;
          status: Database['public']['Enums']['parcel_status'];
          tracking_number: string;
          tracking_url: string;
        };
        Insert: {
          carrier?: string;
          created_at?: string;
          delivered_at?: string | null;
          id?: string;
          order_id: string;
          packed_by?: string | null;
          sent_at?: string | null;
          status?: Database['public']['Enums']['parcel_status'];
          tracking_number?: string;
          tracking_url?: string;
        };
        Update: {
          carrier?: string;
          created_at?: string;
          delivered_at?: string | null;
          id?: string;
          order_id?: string;
          packed_by?: string | null;
          sent_at?: string | null;
          status?: Database['public']['Enums']['parcel_status'];
          tracking_number?: string;
          tracking_url?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'parcels_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'parcels_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'paid_orders_without_payment';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'parcels_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'unpaid_orders';
            referencedColumns: ['id'];
          },
        ];
      };
      payment_attempts: {
        Row: {
          amount_minor: number;
          asked_at: string | null;
          authorization_url: string | null;
          created_at: string;
          currency: string;
          order_id: string;
          paid_minor: number | null;
          provider: string;
          provider_id: string | null;
          reference: string;
          refunded_minor: number;
          status: string;
          transfer: string | null;
        };
        Insert: {
          amount_minor: number;
          asked_at?: string | null;
          authorization_url?: string | null;
          created_at?: string;
          currency: string;
          order_id: string;
          paid_minor?: number | null;
          provider?: string;
          provider_id?: string | null;
          reference: string;
          refunded_minor?: number;
          status?: string;
          transfer?: string | null;
        };
        Update: {
          amount_minor?: number;
          asked_at?: string | null;
          authorization_url?: string | null;
          created_at?: string;
          currency?: string;
          order_id?: string;
          paid_minor?: number | null;
          provider?: string;
          provider_id?: string | null;
          reference?: string;
          refunded_minor?: number;
          status?: string;
          transfer?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'payment_attempts_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'payment_attempts_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'paid_orders_without_payment';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'payment_attempts_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'unpaid_orders';
            referencedColumns: ['id'];
          },
        ];
      };
      payment_disputes: {
        Row: {
          amount_minor: number;
          closed_at: string | null;
          created_at: string;
          currency: string;
          order_id: string;
          provider: string;
          provider_id: string;
          reason: string;
          reference: string;
          respond_by: string | null;
          status: string;
        };
        Insert: {
          amount_minor: number;
          closed_at?: string | null;
          created_at?: string;
          currency: string;
          order_id: string;
          provider: string;
          provider_id: string;
          reason?: string;
          reference: string;
          respond_by?: string | null;
          status?: string;
        };
        Update: {
          amount_minor?: number;
          closed_at?: string | null;
          created_at?: string;
          currency?: string;
          order_id?: string;
          provider?: string;
          provider_id?: string;
          reason?: string;
          reference?: string;
          respond_by?: string | null;
          status?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'payment_disputes_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'payment_disputes_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'paid_orders_without_payment';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'payment_disputes_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'unpaid_orders';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'payment_disputes_reference_fkey';
            columns: ['reference'];
            isOneToOne: false;
            referencedRelation: 'payment_attempts';
            referencedColumns: ['reference'];
          },
        ];
      };
      payment_events: {
        Row: {
          amount_minor: number | null;
          created_at: string;
          currency: string | null;
          event: string;
          id: string;
          payload: NonNullable<Json>;
          provider: string;
          reference: string;
        };
        Insert: {
          amount_minor?: number | null;
          created_at?: string;
          currency?: string | null;
          event?: string;
          id: string;
          payload?: NonNullable<Json>;
          provider?: string;
          reference?: string;
        };
        Update: {
          amount_minor?: number | null;
          created_at?: string;
          currency?: string | null;
          event?: string;
          id?: string;
          payload?: NonNullable<Json>;
          provider?: string;
          reference?: string;
        };
        Relationships: [];
      };
      payment_methods: {
        Row: {
          countries: string[];
          days: number;
          is_on: boolean;
          position: number;
          provider: string;
        };
        Insert: {
          countries?: string[];
          days?: number;
          is_on?: boolean;
          position?: number;
          provider: string;
        };
        Update: {
          countries?: string[];
          days?: number;
          is_on?: boolean;
          position?: number;
          provider?: string;
        };
        Relationships: [];
      };
      price_list_items: {
        Row: {
          id: string;
          min_quantity: number;
          price: number;
          price_list_id: string;
          product_id: string;
          variant_id: string | null;
        };
        Insert: {
          id?: string;
          min_quantity?: number;
          price: number;
          price_list_id: string;
          product_id: string;
          variant_id?: string | null;
        };
        Update: {
          id?: string;
          min_quantity?: number;
          price?: number;
          price_list_id?: string;
          product_id?: string;
          variant_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'price_list_items_price_list_id_fkey';
            columns: ['price_list_id'];
            isOneToOne: false;
            referencedRelation: 'price_lists';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'price_list_items_product_id_fkey';
            columns: ['product_id'];
            isOneToOne: false;
            referencedRelation: 'product_details';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'price_list_items_product_id_fkey';
            columns: ['product_id'];
            isOneToOne: false;
            referencedRelation: 'products';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'price_list_items_variant_id_fkey';
            columns: ['variant_id'];
            isOneToOne: false;
            referencedRelation: 'product_variants';
            referencedColumns: ['id'];
          },
        ];
      };
      price_lists: {
        Row: {
          created_at: string;
          id: string;
          name: string;
          percent: number;
          updated_at: string;
        };
        Insert: {
          created_at?: string;
          id?: string;
          name: string;
          percent?: number;
          updated_at?: string;
        };
        Update: {
          created_at?: string;
          id?: string;
          name?: string;
          percent?: number;
          updated_at?: string;
        };
        Relationships: [];
      };
      product_prices: {
        Row: {
          price: number;
          product_id: string;
          until: string;
        };
        Insert: {
          price: number;
          product_id: string;
          until?: string;
        };
        Update: {
          price?: number;
          product_id?: string;
          until?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'product_prices_product_id_fkey';
            columns: ['product_id'];
            isOneToOne: false;
            referencedRelation: 'product_details';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'product_prices_product_id_fkey';
            columns: ['product_id'];
            isOneToOne: false;
            referencedRelation: 'products';
            referencedColumns: ['id'];
          },
        ];
      };
      product_variants: {
        Row: {
          archived_at: string | null;
          barcode: string | null;
          color: string | null;
          held: number;
          id: string;
          number: number;
          on_hand: number;
          policy: Database['public']['Enums']['stock_policy'];
          price_delta: number;
          product_id: string;
          size: string | null;
          sku: string;
          updated_at: string;
        };
        Insert: {
          archived_at?: string | null;
          barcode?: string | null;
          color?: string | null;
          held?: number;
          id?: string;
          number: number;
          on_hand?: number;
          policy?: Database['public']['Enums']['stock_policy'];
          price_delta?: number;
          product_id: string;
          size?: string | null;
          sku: string;
          updated_at?: string;
        };
        Update: {
          archived_at?: string | null;
          barcode?: string | null;
          color?: string | null;
          held?: number;
          id?: string;
          number?: number;
          on_hand?: number;
          policy?: Database['public']['Enums']['stock_policy'];
          price_delta?: number;
          product_id?: string;
          size?: string | null;
          sku?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'product_variants_product_id_fkey';
            columns: ['product_id'];
            isOneToOne: false;
            referencedRelation: 'product_details';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'product_variants_product_id_fkey';
            columns: ['product_id'];
            isOneToOne: false;
            referencedRelation: 'products';
            referencedColumns: ['id'];
          },
        ];
      };
      products: {
        Row: {
          availability: Database['public']['Enums']['availability'];
          care: string;
          category_id: string | null;
          colors: string[];
          compare_at_price: number | null;
          composition: string;
          created_at: string;
          delivery: string;
          description: string;
          description_document: Json | null;
          facets: string[];
          facets_key: number;
          fit: string;
          handle: string | null;
          highest_price: number;
          id: string;
          images: string[];
          length: number;
          lowest_price: number;
          origin: string;
          partly_sold_out: boolean;
          price: number;
          search: unknown;
          search_words: string;
          shuffle: number;
          sizes: string[];
          status: Database['public']['Enums']['product_status'];
          tax_class: Database['public']['Enums']['tax_class'];
          title: string;
          updated_at: string;
          weight: number;
        };
        Insert: {
          availability?: Database['public']['Enums']['availability'];
          care?: string;
          category_id?: string | null;
          colors?: string[];
          compare_at_price?: number | null;
          composition?: string;
          created_at?: string;
          delivery?: string;
          description?: string;
          description_document?: Json | null;
          facets?: string[];
          facets_key?: never;
          fit?: string;
          handle?: string | null;
          highest_price: number;
          id?: string;
          images?: string[];
          length?: number;
          lowest_price: number;
          origin?: string;
          partly_sold_out?: boolean;
          price: number;
          search?: unknown;
          search_words?: string;
          shuffle?: number;
          sizes?: string[];
          status?: Database['public']['Enums']['product_status'];
          tax_class?: Database['public']['Enums']['tax_class'];
          title: string;
          updated_at?: string;
          weight?: number;
        };
        Update: {
          availability?: Database['public']['Enums']['availability'];
          care?: string;
          category_id?: string | null;
          colors?: string[];
          compare_at_price?: number | null;
          composition?: string;
          created_at?: string;
          delivery?: string;
          description?: string;
          description_document?: Json | null;
          facets?: string[];
          facets_key?: never;
          fit?: string;
          handle?: string | null;
          highest_price?: number;
          id?: string;
          images?: string[];
          length?: number;
          lowest_price?: number;
          origin?: string;
          partly_sold_out?: boolean;
          price?: number;
          search?: unknown;
          search_words?: string;
          shuffle?: number;
          sizes?: string[];
          status?: Database['public']['Enums']['product_status'];
          tax_class?: Database['public']['Enums']['tax_class'];
          title?: string;
          updated_at?: string;
          weight?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'products_category_id_fkey';
            columns: ['category_id'];
            isOneToOne: false;
            referencedRelation: 'categories';
            referencedColumns: ['id'];
          },
        ];
      };
      profiles: {
        Row: {
          address: string;
          city: string;
          country: string;
          created_at: string;
          email: string;
          firstname: string;
          id: string;
          imported_at: string | null;
          invited_at: string | null;
          lastname: string;
          phone: string;
          postcode: string;
          search_words: string;
          state: string;
        };
        Insert: {
          address?: string;
          city?: string;
          country?: string;
          created_at?: string;
          email?: string;
          firstname?: string;
          id: string;
          imported_at?: string | null;
          invited_at?: string | null;
          lastname?: string;
          phone?: string;
          postcode?: string;
          search_words?: string;
          state?: string;
        };
        Update: {
          address?: string;
          city?: string;
          country?: string;
          created_at?: string;
          email?: string;
          firstname?: string;
          id?: string;
          imported_at?: string | null;
          invited_at?: string | null;
          lastname?: string;
          phone?: string;
          postcode?: string;
          search_words?: string;
          state?: string;
        };
        Relationships: [];
      };
      quote_lines: {
        Row: {
          color: string | null;
          id: string;
          position: number;
          product_id: string | null;
          quantity: number;
          quote_id: string;
          size: string | null;
          title: string;
          unit_price: number;
        };
        Insert: {
          color?: string | null;
          id?: string;
          position?: number;
          product_id?: string | null;
          quantity: number;
          quote_id: string;
          size?: string | null;
          title: string;
          unit_price: number;
        };
        Update: {
          color?: string | null;
          id?: string;
          position?: number;
          product_id?: string | null;
          quantity?: number;
          quote_id?: string;
          size?: string | null;
          title?: string;
          unit_price?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'quote_lines_product_id_fkey';
            columns: ['product_id'];
            isOneToOne: false;
            referencedRelation: 'product_details';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'quote_lines_product_id_fkey';
            columns: ['product_id'];
            isOneToOne: false;
            referencedRelation: 'products';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'quote_lines_quote_id_fkey';
            columns: ['quote_id'];
            isOneToOne: false;
            referencedRelation: 'quotes';
            referencedColumns: ['id'];
          },
        ];
      };
      quote_messages: {
        Row: {
          created_at: string;
          from_office: boolean;
          id: string;
          quote_id: string;
          text: string;
        };
        Insert: {
          created_at?: string;
          from_office: boolean;
          id?: string;
          quote_id: string;
          text: string;
        };
        Update: {
          created_at?: string;
          from_office?: boolean;
          id?: string;
          quote_id?: string;
          text?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'quote_messages_quote_id_fkey';
            columns: ['quote_id'];
            isOneToOne: false;
            referencedRelation: 'quotes';
            referencedColumns: ['id'];
          },
        ];
      };
      quotes: {
        Row: {
          company_id: string;
          created_at: string;
          ends_at: string | null;
          id: string;
          note: string;
          number: string;
          order_id: string | null;
          status: Database['public']['Enums']['quote_status'];
          tax_free: boolean;
          to_answer: boolean;
          updated_at: string;
          user_id: string | null;
        };
        Insert: {
          company_id: string;
          created_at?: string;
          ends_at?: string | null;
          id?: string;
          note?: string;
          number?: string;
          order_id?: string | null;
          status?: Database['public']['Enums']['quote_status'];
          tax_free?: boolean;
          to_answer?: boolean;
          updated_at?: string;
          user_id?: string | null;
        };
        Update: {
          company_id?: string;
          created_at?: string;
          ends_at?: string | null;
          id?: string;
          note?: string;
          number?: string;
          order_id?: string | null;
          status?: Database['public']['Enums']['quote_status'];
          tax_free?: boolean;
          to_answer?: boolean;
          updated_at?: string;
          user_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'quotes_company_id_fkey';
            columns: ['company_id'];
            isOneToOne: false;
            referencedRelation: 'companies';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'quotes_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      rate_limits: {
        Row: {
          ends_at: string;
          hits: number;
          key: string;
        };
        Insert: {
          ends_at: string;
          hits: number;
          key: string;
        };
        Update: {
          ends_at?: string;
          hits?: number;
          key?: string;
        };
        Relationships: [];
      };
      redirects: {
        Row: {
          created_at: string;
          from_path: string;
          id: string;
          source: string;
          to_address: string;
        };
        Insert: {
          created_at?: string;
          from_path: string;
          id?: string;
          source?: string;
          to_address: string;
        };
        Update: {
          created_at?: string;
          from_path?: string;
          id?: string;
          source?: string;
          to_address?: string;
        };
        Relationships: [];
      };
      refund_lines: {
        Row: {
          not_to_send: number;
          order_item_id: string;
          price_minor: number;
          quantity: number;
          refund_id: string;
        };
        Insert: {
          not_to_send?: number;
          order_item_id: string;
          price_minor?: number;
          quantity: number;
          refund_id: string;
        };
        Update: {
          not_to_send?: number;
          order_item_id?: string;
          price_minor?: number;
          quantity?: number;
          refund_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'refund_lines_order_item_id_fkey';
            columns: ['order_item_id'];
            isOneToOne: false;
            referencedRelation: 'order_items';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'refund_lines_refund_id_fkey';
            columns: ['refund_id'];
            isOneToOne: false;
            referencedRelation: 'refunds';
            referencedColumns: ['id'];
          },
        ];
      };
      refunds: {
        Row: {
          amount_minor: number;
          asked_at: string;
          asked_by: string | null;
          caused_by: string | null;
          created_at: string;
          currency: string;
          exchange_item: string | null;
          id: string;
          note: string;
          order_id: string;
          processed_at: string | null;
          provider_id: string | null;
          provider_reference: string | null;
          reference: string;
          shipping_minor: number;
          status: Database['public']['Enums']['refund_status'];
        };
        Insert: {
          amount_minor: number;
          asked_at?: string;
          asked_by?: string | null;
          caused_by?: string | null;
          created_at?: string;
          currency: string;
          exchange_item?: string | null;
          id?: string;
          note?: string;
          order_id: string;
          processed_at?: string | null;
          provider_id?: string | null;
          provider_reference?: string | null;
          reference: string;
          shipping_minor?: number;
          status?: Database['public']['Enums']['refund_status'];
        };
        Update: {
          amount_minor?: number;
          asked_at?: string;
          asked_by?: string | null;
          caused_by?: string | null;
          created_at?: string;
          currency?: string;
          exchange_item?: string | null;
          id?: string;
          note?: string;
          order_id?: string;
          processed_at?: string | null;
          provider_id?: string | null;
          provider_reference?: string | null;
          reference?: string;
          shipping_minor?: number;
          status?: Database['public']['Enums']['refund_status'];
        };
        Relationships: [
          {
            foreignKeyName: 'refunds_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'refunds_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'paid_orders_without_payment';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'refunds_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'unpaid_orders';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'refunds_reference_fkey';
            columns: ['reference'];
            isOneToOne: false;
            referencedRelation: 'payment_attempts';
            referencedColumns: ['reference'];
          },
        ];
      };
      return_lines: {
        Row: {
          order_item_id: string;
          quantity: number;
          received: number;
          restocked: number;
          return_id: string;
        };
        Insert: {
          order_item_id: string;
          quantity: number;
          received?: number;
          restocked?: number;
          return_id: string;
        };
        Update: {
          order_item_id?: string;
          quantity?: number;
          received?: number;
          restocked?: number;
          return_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'return_lines_order_item_id_fkey';
            columns: ['order_item_id'];
            isOneToOne: false;
            referencedRelation: 'order_items';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'return_lines_return_id_fkey';
            columns: ['return_id'];
            isOneToOne: false;
            referencedRelation: 'returns';
            referencedColumns: ['id'];
          },
        ];
      };
      returns: {
        Row: {
          answered_at: string | null;
          exchange_until: string | null;
          id: string;
          note: string;
          order_id: string;
          reason: string;
          reason_kind: Database['public']['Enums']['return_reason'] | null;
          received_at: string | null;
          refund_id: string | null;
          refunded_at: string | null;
          requested_at: string;
          send_by: string | null;
          status: Database['public']['Enums']['return_status'];
        };
        Insert: {
          answered_at?: string | null;
          exchange_until?: string | null;
          id?: string;
          note?: string;
          order_id: string;
          reason?: string;
          reason_kind?: Database['public']['Enums']['return_reason'] | null;
          received_at?: string | null;
          refund_id?: string | null;
          refunded_at?: string | null;
          requested_at?: string;
          send_by?: string | null;
          status?: Database['public']['Enums']['return_status'];
        };
        Update: {
          answered_at?: string | null;
          exchange_until?: string | null;
          id?: string;
          note?: string;
          order_id?: string;
          reason?: string;
          reason_kind?: Database['public']['Enums']['return_reason'] | null;
          received_at?: string | null;
          refund_id?: string | null;
          refunded_at?: string | null;
          requested_at?: string;
          send_by?: string | null;
          status?: Database['public']['Enums']['return_status'];
        };
        Relationships: [
          {
            foreignKeyName: 'returns_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'returns_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'paid_orders_without_payment';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'returns_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'unpaid_orders';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'returns_refund_id_fkey';
            columns: ['refund_id'];
            isOneToOne: false;
            referencedRelation: 'refunds';
            referencedColumns: ['id'];
          },
        ];
      };
      reviews: {
        Row: {
          bought: boolean;
          comment: string;
          created_at: string;
          firstname: string;
          id: string;
          imported: boolean;
          lastname: string;
          product_id: string;
          rating: number;
          user_id: string | null;
        };
        Insert: {
          bought?: boolean;
          comment: string;
          created_at?: string;
          firstname?: string;
          id?: string;
          imported?: boolean;
          lastname?: string;
          product_id: string;
          rating: number;
          user_id?: string | null;
        };
        Update: {
          bought?: boolean;
          comment?: string;
          created_at?: string;
          firstname?: string;
          id?: string;
          imported?: boolean;
          lastname?: string;
          product_id?: string;
          rating?: number;
          user_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'reviews_product_id_fkey';
            columns: ['product_id'];
            isOneToOne: false;
            referencedRelation: 'product_details';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'reviews_product_id_fkey';
            columns: ['product_id'];
            isOneToOne: false;
            referencedRelation: 'products';
            referencedColumns: ['id'];
          },
        ];
      };
      saved_views: {
        Row: {
          administrator_id: string;
          created_at: string;
          id: string;
          list: string;
          name: string;
          query: string;
        };
        Insert: {
          administrator_id?: string;
          created_at?: string;
          id?: string;
          list: string;
          name: string;
          query: string;
        };
        Update: {
          administrator_id?: string;
          created_at?: string;
          id?: string;
          list?: string;
          name?: string;
          query?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'saved_views_administrator_id_fkey';
            columns: ['administrator_id'];
            isOneToOne: false;
            referencedRelation: 'administrators';
            referencedColumns: ['id'];
          },
        ];
      };
      search_synonyms: {
        Row: {
          created_at: string;
          expansion: string;
          id: string;
          lexemes: string[];
          updated_at: string;
          words: string[];
        };
        Insert: {
          created_at?: string;
          expansion?: string;
          id?: string;
          lexemes?: string[];
          updated_at?: string;
          words: string[];
        };
        Update: {
          created_at?: string;
          expansion?: string;
          id?: string;
          lexemes?: string[];
          updated_at?: string;
          words?: string[];
        };
        Relationships: [];
      };
      shipping_methods: {
        Row: {
          created_at: string;
          days_from: number;
          days_to: number;
          free_from: number | null;
          id: string;
          max_weight: number | null;
          name: string;
          position: number;
          price: number;
          weight_bands: NonNullable<Json>;
          zone_id: string;
        };
        Insert: {
          created_at?: string;
          days_from?: number;
          days_to?: number;
          free_from?: number | null;
          id?: string;
          max_weight?: number | null;
          name: string;
          position?: number;
          price: number;
          weight_bands?: NonNullable<Json>;
          zone_id: string;
        };
        Update: {
          created_at?: string;
          days_from?: number;
          days_to?: number;
          free_from?: number | null;
          id?: string;
          max_weight?: number | null;
          name?: string;
          position?: number;
          price?: number;
          weight_bands?: NonNullable<Json>;
          zone_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'shipping_methods_zone_id_fkey';
            columns: ['zone_id'];
            isOneToOne: false;
            referencedRelation: 'shipping_zones';
            referencedColumns: ['id'];
          },
        ];
      };
      shipping_zones: {
        Row: {
          countries: string[];
          created_at: string;
          id: string;
          name: string;
        };
        Insert: {
          countries?: string[];
          created_at?: string;
          id?: string;
          name: string;
        };
        Update: {
          countries?: string[];
          created_at?: string;
          id?: string;
          name?: string;
        };
        Relationships: [];
      };
      shop_settings: {
        Row: {
          name: string;
          value: NonNullable<Json>;
        };
        Insert: {
          name: string;
          value: NonNullable<Json>;
        };
        Update: {
          name?: string;
          value?: NonNullable<Json>;
        };
        Relationships: [];
      };
      size_guides: {
        Row: {
          category_id: string;
          created_at: string;
          measures: string[];
          sizes: NonNullable<Json>;
          updated_at: string;
        };
        Insert: {
          category_id: string;
          created_at?: string;
          measures: string[];
          sizes: NonNullable<Json>;
          updated_at?: string;
        };
        Update: {
          category_id?: string;
          created_at?: string;
          measures?: string[];
          sizes?: NonNullable<Json>;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'size_guides_category_id_fkey';
            columns: ['category_id'];
            isOneToOne: true;
            referencedRelation: 'categories';
            referencedColumns: ['id'];
          },
        ];
      };
      stock_holds: {
        Row: {
          expires_at: string | null;
          order_id: string;
          quantity: number;
          variant_id: string;
        };
        Insert: {
          expires_at?: string | null;
          order_id: string;
          quantity: number;
          variant_id: string;
        };
        Update: {
          expires_at?: string | null;
          order_id?: string;
          quantity?: number;
          variant_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'stock_holds_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'stock_holds_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'paid_orders_without_payment';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'stock_holds_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'unpaid_orders';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'stock_holds_variant_id_fkey';
            columns: ['variant_id'];
            isOneToOne: false;
            referencedRelation: 'product_variants';
            referencedColumns: ['id'];
          },
        ];
      };
      stock_movements: {
        Row: {
          actor_id: string | null;
          happened_at: string;
          id: number;
          note: string;
          order_id: string | null;
          quantity: number;
          reason: string;
          variant_id: string;
        };
        Insert: {
          actor_id?: string | null;
          happened_at?: string;
          id?: never;
          note?: string;
          order_id?: string | null;
          quantity: number;
          reason: string;
          variant_id: string;
        };
        Update: {
          actor_id?: string | null;
          happened_at?: string;
          id?: never;
          note?: string;
          order_id?: string | null;
          quantity?: number;
          reason?: string;
          variant_id?: string;
        };
        Relationships: [];
      };
      stock_requests: {
        Row: {
          created_at: string;
          email: string;
          id: string;
          variant_id: string;
        };
        Insert: {
          created_at?: string;
          email: string;
          id?: string;
          variant_id: string;
        };
        Update: {
          created_at?: string;
          email?: string;
          id?: string;
          variant_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'stock_requests_variant_id_fkey';
            columns: ['variant_id'];
            isOneToOne: false;
            referencedRelation: 'product_variants';
            referencedColumns: ['id'];
          },
        ];
      };
      tax_rates: {
        Row: {
          class: Database['public']['Enums']['tax_class'];
          country: string | null;
          id: string;
          rate: number;
        };
        Insert: {
          class?: Database['public']['Enums']['tax_class'];
          country?: string | null;
          id?: string;
          rate: number;
        };
        Update: {
          class?: Database['public']['Enums']['tax_class'];
          country?: string | null;
          id?: string;
          rate?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'tax_rates_country_fkey';
            columns: ['country'];
            isOneToOne: false;
            referencedRelation: 'countries';
            referencedColumns: ['code'];
          },
        ];
      };
      trash: {
        Row: {
          contents: NonNullable<Json>;
          deleted_at: string;
          deleted_by: string | null;
          id: string;
          kind: string;
          label: string;
          record_id: string;
        };
        Insert: {
          contents: NonNullable<Json>;
          deleted_at?: string;
          deleted_by?: string | null;
          id?: string;
          kind: string;
          label?: string;
          record_id: string;
        };
        Update: {
          contents?: NonNullable<Json>;
          deleted_at?: string;
          deleted_by?: string | null;
          id?: string;
          kind?: string;
          label?: string;
          record_id?: string;
        };
        Relationships: [];
      };
      visitors: {
        Row: {
          address: string;
          city: string;
          country: string;
          email: string;
          firstname: string;
          id: string;
          lastname: string;
          moved_to: string | null;
          phone: string;
          postcode: string;
          seen_at: string;
          state: string;
        };
        Insert: {
          address?: string;
          city?: string;
          country?: string;
          email?: string;
          firstname?: string;
          id: string;
          lastname?: string;
          moved_to?: string | null;
          phone?: string;
          postcode?: string;
          seen_at?: string;
          state?: string;
        };
        Update: {
          address?: string;
          city?: string;
          country?: string;
          email?: string;
          firstname?: string;
          id?: string;
          lastname?: string;
          moved_to?: string | null;
          phone?: string;
          postcode?: string;
          seen_at?: string;
          state?: string;
        };
        Relationships: [];
      };
      voucher_uses: {
        Row: {
          address_key: string | null;
          expires_at: string | null;
          once: boolean;
          order_id: string;
          user_id: string | null;
          voucher_id: string;
        };
        Insert: {
          address_key?: string | null;
          expires_at?: string | null;
          once: boolean;
          order_id: string;
          user_id?: string | null;
          voucher_id: string;
        };
        Update: {
          address_key?: string | null;
          expires_at?: string | null;
          once?: boolean;
          order_id?: string;
          user_id?: string | null;
          voucher_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'voucher_uses_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: true;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'voucher_uses_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: true;
            referencedRelation: 'paid_orders_without_payment';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'voucher_uses_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: true;
            referencedRelation: 'unpaid_orders';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'voucher_uses_voucher_id_fkey';
            columns: ['voucher_id'];
            isOneToOne: false;
            referencedRelation: 'vouchers';
            referencedColumns: ['id'];
          },
        ];
      };
      vouchers: {
        Row: {
          categories: string[];
          code: string;
          created_at: string;
          ends_at: string | null;
          id: string;
          kind: Database['public']['Enums']['voucher_kind'];
          max_uses: number | null;
          minimum: number;
          once_per_customer: boolean;
          starts_at: string | null;
          uses: number;
          value: number;
        };
        Insert: {
          categories?: string[];
          code: string;
          created_at?: string;
          ends_at?: string | null;
          id?: string;
          kind: Database['public']['Enums']['voucher_kind'];
          max_uses?: number | null;
          minimum?: number;
          once_per_customer?: boolean;
          starts_at?: string | null;
          uses?: number;
          value: number;
        };
        Update: {
          categories?: string[];
          code?: string;
          created_at?: string;
          ends_at?: string | null;
          id?: string;
          kind?: Database['public']['Enums']['voucher_kind'];
          max_uses?: number | null;
          minimum?: number;
          once_per_customer?: boolean;
          starts_at?: string | null;
          uses?: number;
          value?: number;
        };
        Relationships: [];
      };
      wish_list_items: {
        Row: {
          created_at: string;
          product_id: string;
          user_id: string;
        };
        Insert: {
          created_at?: string;
          product_id: string;
          user_id: string;
        };
        Update: {
          created_at?: string;
          product_id?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'wish_list_items_product_id_fkey';
            columns: ['product_id'];
            isOneToOne: false;
            referencedRelation: 'product_details';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'wish_list_items_product_id_fkey';
            columns: ['product_id'];
            isOneToOne: false;
            referencedRelation: 'products';
            referencedColumns: ['id'];
          },
        ];
      };
      wish_list_links: {
        Row: {
          created_at: string;
          token: string;
          user_id: string;
          with_name: boolean;
        };
        Insert: {
          created_at?: string;
          token?: string;
          user_id: string;
          with_name: boolean;
        };
        Update: {
          created_at?: string;
          token?: string;
          user_id?: string;
          with_name?: boolean;
        };
        Relationships: [];
      };
    };
    Views: {
      income_by_month: {
        Row: {
          currency: string | null;
          income: number | null;
          month: string | null;
          orders: number | null;
        };
        Relationships: [];
      };
      paid_orders_without_payment: {
        Row: {
          currency: string | null;
          email: string | null;
          firstname: string | null;
          id: string | null;
          lastname: string | null;
          paid_at: string | null;
          payment_reference: string | null;
          total_price: number | null;
        };
        Insert: {
          currency?: string | null;
          email?: string | null;
          firstname?: string | null;
          id?: string | null;
          lastname?: string | null;
          paid_at?: string | null;
          payment_reference?: string | null;
          total_price?: number | null;
        };
        Update: {
          currency?: string | null;
          email?: string | null;
          firstname?: string | null;
          id?: string | null;
          lastname?: string | null;
          paid_at?: string | null;
          payment_reference?: string | null;
          total_price?: number | null;
        };
        Relationships: [];
      };
      payments_without_order: {
        Row: {
          amount_minor: string | null;
          created_at: string | null;
          currency: string | null;
          event: string | null;
          event_id: string | null;
          provider: string | null;
          reference: string | null;
        };
        Insert: {
          amount_minor?: never;
          created_at?: string | null;
          currency?: string | null;
          event?: string | null;
          event_id?: string | null;
          provider?: string | null;
          reference?: string | null;
        };
        Update: {
          amount_minor?: never;
          created_at?: string | null;
          currency?: string | null;
          event?: string | null;
          event_id?: string | null;
          provider?: string | null;
          reference?: string | null;
        };
        Relationships: [];
      };
      product_details: {
        Row: {
          availability: Database['public']['Enums']['availability'] | null;
          category: Json | null;
          category_id: string | null;
          colors: string[] | null;
          compare_at_price: number | null;
          created_at: string | null;
          description: string | null;
          highest_price: number | null;
          id: string | null;
          images: string[] | null;
          lowest_price: number | null;
          price: number | null;
          sizes: string[] | null;
          status: Database['public']['Enums']['product_status'] | null;
          title: string | null;
          updated_at: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'products_category_id_fkey';
            columns: ['category_id'];
            isOneToOne: false;
            referencedRelation: 'categories';
            referencedColumns: ['id'];
          },
        ];
      };
      unpaid_orders: {
        Row: {
          created_at: string | null;
          currency: string | null;
          email: string | null;
          firstname: string | null;
          id: string | null;
          last_status: string | null;
          last_try: string | null;
          lastname: string | null;
          status: Database['public']['Enums']['order_status'] | null;
          total_price: number | null;
          tries: number | null;
        };
        Relationships: [];
      };
    };
    Functions: {
      accept_invitation: { Args: { p_customer: string; p_invitation: string }; Returns: string };
      accept_quote: { Args: { p_options?: Json; p_quote: string }; Returns: Json };
      add_contact_message: {
        Args: {
          p_email: string;
          p_firstname: string;
          p_lastname: string;
          p_message: string;
          p_product?: string;
        };
        Returns: undefined;
      };
      add_lines_to_cart: {
        Args: { p_grace?: string; p_leave_out?: boolean; p_lines: Json };
        Returns: Json;
      };
      add_opening_request: { Args: { p_email: string }; Returns: undefined };
      add_review: {
        Args: { p_comment: string; p_customer: string; p_product: string; p_rating: number };
        Returns: Json;
      };
      add_stock_request: {
        Args: { p_color?: string; p_email: string; p_product: string; p_size?: string };
        Returns: undefined;
      };
      add_to_cart: {
        Args: {
          p_color?: string;
          p_grace?: string;
          p_product: string;
          p_quantity?: number;
          p_size?: string;
        };
        Returns: Json;
      };
      add_to_wish_list: { Args: { p_products: string[] }; Returns: Json };
      are_home_sections: { Args: { p_sections: Json }; Returns: boolean };
      are_menu_links: { Args: { p_links: Json; p_most: number }; Returns: boolean };
      are_menus: { Args: { p_menus: Json }; Returns: boolean };
      are_visible: { Args: { p_texts: string[] }; Returns: boolean };
      ask_for_guest_orders: { Args: Record<PropertyKey, never>; Returns: undefined };
      bank_account: { Args: Record<PropertyKey, never>; Returns: string };
      cancel_order: { Args: { p_order: string }; Returns: Json };
      catalogue_changes_since: { Args: { p_cursor?: string }; Returns: Json };
      change_member: {
        Args: { p_member: string; p_role?: Database['public']['Enums']['company_role'] };
        Returns: boolean;
      };
      claim_guest_orders: { Args: { p_customer: string; p_mail: string }; Returns: number };
      claim_mails: {
        Args: { p_limit: number };
        Returns: {
          data: Json;
          id: string;
          kind: Database['public']['Enums']['mail_kind'];
          message_id: string;
          opening: string;
          recipient: string;
          subject: string;
        }[];
      };
      claim_unconfirmed_payments: {
        Args: { p_limit: number; p_older_than: string };
        Returns: {
          amount_minor: number;
          asked_at: string | null;
          authorization_url: string | null;
          created_at: string;
          currency: string;
          order_id: string;
          paid_minor: number | null;
          provider: string;
          provider_id: string | null;
          reference: string;
          refunded_minor: number;
          status: string;
          transfer: string | null;
        }[];
        SetofOptions: {
          from: '*';
          to: 'payment_attempts';
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      clear_cart: { Args: Record<PropertyKey, never>; Returns: number };
      clock: { Args: Record<PropertyKey, never>; Returns: string };
      company_orders: { Args: { p_limit?: number; p_page?: number }; Returns: Json };
      consume_rate_limit: {
        Args: { p_key: string; p_limit: number; p_window: string };
        Returns: number;
      };
      count_products: { Args: { p_categories?: Json; p_filters?: Json }; Returns: number };
      country_named: { Args: { p_name: string }; Returns: string };
      decline_quote: { Args: { p_quote: string }; Returns: string };
      delete_account: { Args: { p_customer: string }; Returns: undefined };
      delete_old_visitors: { Args: Record<PropertyKey, never>; Returns: number };
      empty_abandoned_carts: { Args: { p_grace?: string }; Returns: number };
      exchange_choices_of: { Args: { p_order: string }; Returns: Json };
      exchange_of: { Args: { p_order: string }; Returns: Json };
      fail_payment_attempt: { Args: { p_reference: string; p_status: string }; Returns: boolean };
      find_articles: { Args: { p_query: string }; Returns: Json };
      find_products: {
        Args: {
          p_counted?: boolean;
          p_filters?: Json;
          p_limit?: number;
          p_offset?: number;
          p_query: string;
          p_sort?: string;
        };
        Returns: Json;
      };
      finish_mail: {
        Args: { p_error?: string; p_id: string; p_is_final?: boolean };
        Returns: undefined;
      };
      has_unclaimed_orders: { Args: Record<PropertyKey, never>; Returns: boolean };
      hold_end_of: { Args: { p_order: string }; Returns: string };
      home_sections: { Args: Record<PropertyKey, never>; Returns: Json };
      invite_member: {
        Args: { p_email: string; p_role: Database['public']['Enums']['company_role'] };
        Returns: string;
      };
      invited_account: { Args: { p_user: string }; Returns: string };
      is_admin: { Args: Record<PropertyKey, never>; Returns: boolean };
      is_announcement: { Args: { p_value: Json }; Returns: boolean };
      is_barcode: { Args: { p_text: string }; Returns: boolean };
      is_current: { Args: { p_from: string; p_shown: boolean; p_until: string }; Returns: boolean };
      is_customer: { Args: Record<PropertyKey, never>; Returns: boolean };
      is_document: { Args: { p_document: Json }; Returns: boolean };
      is_label: { Args: { p_most: number; p_text: Json }; Returns: boolean };
      is_link: { Args: { p_link: Json }; Returns: boolean };
      is_shop_setting: { Args: { p_name: string; p_value: Json }; Returns: boolean };
      is_shopper: { Args: Record<PropertyKey, never>; Returns: boolean };
      is_visible: { Args: { p_text: string }; Returns: boolean };
      join_cart: {
        Args: { p_customer: string; p_grace?: string; p_visitor: string };
        Returns: number;
      };
      leave_cart: { Args: Record<PropertyKey, never>; Returns: Json };
      list_feed_products: { Args: { p_after?: string; p_limit?: number }; Returns: Json };
      list_products: {
        Args: {
          p_after_id?: string;
          p_after_value?: string;
          p_categories?: Json;
          p_counted?: boolean;
          p_filters?: Json;
          p_limit?: number;
          p_offset?: number;
          p_sort?: string;
        };
        Returns: Json;
      };
      list_related_products: { Args: { p_limit?: number; p_product: string }; Returns: Json };
      list_reviews: {
        Args: {
          p_after_id?: string;
          p_after_value?: string;
          p_limit?: number;
          p_product: string;
          p_rated?: boolean;
        };
        Returns: Json;
      };
      load_cart_draft: { Args: { p_draft: string; p_grace?: string }; Returns: Json };
      managed_company: { Args: Record<PropertyKey, never>; Returns: string };
      name_key: { Args: { p_name: string }; Returns: string };
      note_dispute: {
        Args: {
          p_dispute: Json;
          p_event: string;
          p_key: string;
          p_payload: Json;
          p_provider: string;
          p_reference: string;
        };
        Returns: string;
      };
      note_missing_pages: { Args: { p_pages: Json }; Returns: undefined };
      note_payment_event: {
        Args: {
          p_amount_minor?: number;
          p_currency?: string;
          p_event: string;
          p_key: string;
          p_payload: Json;
          p_provider: string;
          p_reference: string;
        };
        Returns: boolean;
      };
      note_refused_message: { Args: { p_provider: string; p_reason: string }; Returns: undefined };
      note_request: { Args: Record<PropertyKey, never>; Returns: undefined };
      offer_lines: { Args: { p_country?: string; p_lines: Json }; Returns: Json };
      order_count: { Args: Record<PropertyKey, never>; Returns: number };
      orders_are_open: { Args: Record<PropertyKey, never>; Returns: boolean };
      own_company: { Args: Record<PropertyKey, never>; Returns: string };
      own_custom_values: {
        Args: Record<PropertyKey, never>;
        Returns: {
          kind: string;
          name: string;
          order_id: string;
          value: string;
        }[];
      };
      own_notes: {
        Args: Record<PropertyKey, never>;
        Returns: {
          created_at: string;
          note: string;
        }[];
      };
      own_prices: { Args: { p_products: string[] }; Returns: Json };
      own_reviews: {
        Args: Record<PropertyKey, never>;
        Returns: {
          comment: string;
          created_at: string;
          id: string;
          product_id: string;
          rating: number;
          title: string;
        }[];
      };
      own_stock_requests: {
        Args: Record<PropertyKey, never>;
        Returns: {
          color: string;
          created_at: string;
          size: string;
          title: string;
        }[];
      };
      parcels_of: { Args: { p_order: string }; Returns: Json };
      payment_figures: { Args: Record<PropertyKey, never>; Returns: Json };
      payment_of: { Args: { p_order: string }; Returns: Json };
      pending_email: { Args: Record<PropertyKey, never>; Returns: string };
      place_order_to_pay: {
        Args: {
          p_amount: number;
          p_email: string;
          p_idempotency_key?: string;
          p_options?: Json;
          p_products: Json;
        };
        Returns: Json;
      };
      plain_text: { Args: { p_document: Json }; Returns: string };
      price_cart: {
        Args: { p_country?: string; p_method?: string; p_voucher?: string };
        Returns: Json;
      };
      product_facets: { Args: { p_filters?: Json; p_query?: string }; Returns: Json };
      purge_mails: { Args: Record<PropertyKey, never>; Returns: number };
      purge_personal_trash: { Args: Record<PropertyKey, never>; Returns: number };
      queue_back_in_stock: { Args: { p_limit?: number }; Returns: number };
      random_products: {
        Args: { p_limit?: number };
        Returns: {
          availability: Database['public']['Enums']['availability'];
          care: string;
          category_id: string | null;
          colors: string[];
          compare_at_price: number | null;
          composition: string;
          created_at: string;
          delivery: string;
          description: string;
          description_document: Json | null;
          facets: string[];
          facets_key: number;
          fit: string;
          handle: string | null;
          highest_price: number;
          id: string;
          images: string[];
          length: number;
          lowest_price: number;
          origin: string;
          partly_sold_out: boolean;
          price: number;
          search: unknown;
          search_words: string;
          shuffle: number;
          sizes: string[];
          status: Database['public']['Enums']['product_status'];
          tax_class: Database['public']['Enums']['tax_class'];
          title: string;
          updated_at: string;
          weight: number;
        }[];
        SetofOptions: {
          from: '*';
          to: 'products';
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      read_cart: { Args: { p_grace?: string }; Returns: Json };
      read_own_company: { Args: Record<PropertyKey, never>; Returns: Json };
      read_own_payment: { Args: { p_reference: string }; Returns: Json };
      read_product: { Args: { p_id: string }; Returns: Json };
      read_quote: { Args: { p_id: string }; Returns: Json };
      read_shared_wish_list: {
        Args: { p_limit?: number; p_offset?: number; p_token: string };
        Returns: Json;
      };
      read_visitor: { Args: Record<PropertyKey, never>; Returns: Json };
      recovery_mailed_at: { Args: Record<PropertyKey, never>; Returns: string };
      redirect_target: { Args: { p_path: string }; Returns: string };
      release_expired_holds: { Args: Record<PropertyKey, never>; Returns: number };
      remove_from_cart: { Args: { p_grace?: string; p_line: string }; Returns: Json };
      request_company: {
        Args: {
          p_about: string;
          p_address: string;
          p_city: string;
          p_country: string;
          p_name: string;
          p_phone: string;
          p_postcode: string;
          p_vat_id: string;
        };
        Returns: string;
      };
      request_quote: { Args: { p_message: string }; Returns: string };
      request_return: {
        Args: {
          p_lines: Json;
          p_order: string;
          p_reason: string;
          p_reason_kind?: Database['public']['Enums']['return_reason'];
        };
        Returns: string;
      };
      returnable_of: { Args: { p_order: string }; Returns: Json };
      returns_of: { Args: { p_order: string }; Returns: Json };
      save_address: { Args: { p_address: Json; p_id?: string }; Returns: string };
      save_authorization: {
        Args: { p_provider_id?: string; p_reference: string; p_url: string };
        Returns: {
          amount_minor: number;
          asked_at: string | null;
          authorization_url: string | null;
          created_at: string;
          currency: string;
          order_id: string;
          paid_minor: number | null;
          provider: string;
          provider_id: string | null;
          reference: string;
          refunded_minor: number;
          status: string;
          transfer: string | null;
        };
        SetofOptions: {
          from: '*';
          to: 'payment_attempts';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      save_cart_draft: { Args: { p_name: string }; Returns: string };
      save_function_settings: { Args: { p_settings: Json }; Returns: undefined };
      set_cart_choice: {
        Args: { p_color: string; p_grace?: string; p_line: string; p_size: string };
        Returns: Json;
      };
      set_cart_quantity: {
        Args: { p_grace?: string; p_line: string; p_quantity: number };
        Returns: Json;
      };
      settle_listed_refunds: {
        Args: { p_reference: string; p_refunds: Json; p_reversed: boolean };
        Returns: string[];
      };
      settle_payment: {
        Args: {
          p_amount_minor: number;
          p_currency: string;
          p_event: string;
          p_event_key: string;
          p_payload: Json;
          p_provider?: string;
          p_reference: string;
        };
        Returns: string;
      };
      settle_refund: {
        Args: {
          p_amount_minor: number;
          p_event: string;
          p_event_key: string;
          p_payload: Json;
          p_provider?: string;
          p_provider_reference?: string;
          p_reference: string;
          p_status: string;
        };
        Returns: string;
      };
      share_wish_list: { Args: { p_with_name: boolean }; Returns: string };
      shop_currency: { Args: Record<PropertyKey, never>; Returns: string };
      shop_details: { Args: Record<PropertyKey, never>; Returns: Json };
      shop_frame: { Args: Record<PropertyKey, never>; Returns: Json };
      shop_promises: { Args: Record<PropertyKey, never>; Returns: Json };
      shop_time_zone: { Args: Record<PropertyKey, never>; Returns: string };
      start_cancellation: {
        Args: {
          p_asked_by?: string;
          p_currency: string;
          p_id: string;
          p_paid_minor: number;
          p_reference: string;
        };
        Returns: {
          amount_minor: number;
          asked_at: string;
          asked_by: string | null;
          caused_by: string | null;
          created_at: string;
          currency: string;
          exchange_item: string | null;
          id: string;
          note: string;
          order_id: string;
          processed_at: string | null;
          provider_id: string | null;
          provider_reference: string | null;
          reference: string;
          shipping_minor: number;
          status: Database['public']['Enums']['refund_status'];
        };
        SetofOptions: {
          from: '*';
          to: 'refunds';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      start_payment_attempt: {
        Args: { p_order_id: string; p_provider?: string; p_reference: string };
        Returns: {
          amount_minor: number;
          asked_at: string | null;
          authorization_url: string | null;
          created_at: string;
          currency: string;
          order_id: string;
          paid_minor: number | null;
          provider: string;
          provider_id: string | null;
          reference: string;
          refunded_minor: number;
          status: string;
          transfer: string | null;
        };
        SetofOptions: {
          from: '*';
          to: 'payment_attempts';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      start_refund: {
        Args: {
          p_amount_minor?: number;
          p_asked_by?: string;
          p_currency: string;
          p_id: string;
          p_lines?: Json;
          p_not_to_send?: boolean;
          p_paid_minor: number;
          p_reference: string;
          p_shipping?: boolean;
        };
        Returns: {
          amount_minor: number;
          asked_at: string;
          asked_by: string | null;
          caused_by: string | null;
          created_at: string;
          currency: string;
          exchange_item: string | null;
          id: string;
          note: string;
          order_id: string;
          processed_at: string | null;
          provider_id: string | null;
          provider_reference: string | null;
          reference: string;
          shipping_minor: number;
          status: Database['public']['Enums']['refund_status'];
        };
        SetofOptions: {
          from: '*';
          to: 'refunds';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      start_refund_of_return: {
        Args: {
          p_amount_minor?: number;
          p_asked_by?: string;
          p_currency: string;
          p_id: string;
          p_lines?: Json;
          p_paid_minor: number;
          p_reference: string;
          p_return: string;
          p_shipping?: boolean;
        };
        Returns: {
          amount_minor: number;
          asked_at: string;
          asked_by: string | null;
          caused_by: string | null;
          created_at: string;
          currency: string;
          exchange_item: string | null;
          id: string;
          note: string;
          order_id: string;
          processed_at: string | null;
          provider_id: string | null;
          provider_reference: string | null;
          reference: string;
          shipping_minor: number;
          status: Database['public']['Enums']['refund_status'];
        };
        SetofOptions: {
          from: '*';
          to: 'refunds';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      trust_attempt: {
        Args: { p_address: string; p_device: string; p_email?: string; p_user: string };
        Returns: boolean;
      };
      unconfirmed_payments: {
        Args: { p_older_than: string };
        Returns: {
          amount_minor: number;
          asked_at: string | null;
          authorization_url: string | null;
          created_at: string;
          currency: string;
          order_id: string;
          paid_minor: number | null;
          provider: string;
          provider_id: string | null;
          reference: string;
          refunded_minor: number;
          status: string;
          transfer: string | null;
        }[];
        SetofOptions: {
          from: '*';
          to: 'payment_attempts';
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      unconfirmed_refunds: {
        Args: { p_older_than: string };
        Returns: {
          amount_minor: number;
          asked_at: string;
          asked_by: string | null;
          caused_by: string | null;
          created_at: string;
          currency: string;
          exchange_item: string | null;
          id: string;
          note: string;
          order_id: string;
          processed_at: string | null;
          provider_id: string | null;
          provider_reference: string | null;
          reference: string;
          shipping_minor: number;
          status: Database['public']['Enums']['refund_status'];
        }[];
        SetofOptions: {
          from: '*';
          to: 'refunds';
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      unfinished_product_imports: {
        Args: Record<PropertyKey, never>;
        Returns: {
          id: string;
          started_by: string;
        }[];
      };
      update_refund: {
        Args: { p_id: string; p_note?: string; p_provider_id?: string; p_status: string };
        Returns: {
          amount_minor: number;
          asked_at: string;
          asked_by: string | null;
          caused_by: string | null;
          created_at: string;
          currency: string;
          exchange_item: string | null;
          id: string;
          note: string;
          order_id: string;
          processed_at: string | null;
          provider_id: string | null;
          provider_reference: string | null;
          reference: string;
          shipping_minor: number;
          status: Database['public']['Enums']['refund_status'];
        };
        SetofOptions: {
          from: '*';
          to: 'refunds';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      update_visitor: { Args: { p_details: Json }; Returns: Json };
      write_to_quote: { Args: { p_quote: string; p_text: string }; Returns: string };
    };
    Enums: {
      availability: 'InStock' | 'OutofStock';
      company_role: 'buyer' | 'manager';
      company_status: 'requested' | 'approved' | 'refused' | 'suspended';
      fulfilment: 'to_send' | 'packed' | 'sent' | 'delivered' | 'cancelled';
      invoice_kind: 'invoice' | 'credit_note';
      mail_kind:
        | 'order_placed'
        | 'order_on_terms'
        | 'order_paid'
        | 'parcel_sent'
        | 'order_refunded'
        | 'return_requested'
        | 'return_approved'
        | 'return_refused'
        | 'company_approved'
        | 'company_refused'
        | 'company_invitation'
        | 'back_in_stock'
        | 'message_answered'
        | 'quote_offered'
        | 'quote_answered'
        | 'order_to_pay'
        | 'order_paid_by_transfer'
        | 'exchange_to_pay'
        | 'exchange_confirmed'
        | 'exchange_ended'
        | 'guest_orders'
        | 'order_to_transfer'
        | 'transfer_ended'
        | 'transfer_part'
        | 'order_on_delivery'
        | 'order_paid_on_delivery'
        | 'shop_opened'
        | 'account_confirmation'
        | 'password_reset'
        | 'email_change'
        | 'email_changed'
        | 'password_changed'
        | 'account_invitation';
      mail_state: 'queued' | 'sent' | 'failed';
      order_status: 'Pending' | 'OnTerms' | 'Paid' | 'Held' | 'Refunded' | 'Cancelled';
      parcel_status: 'packed' | 'sent' | 'delivered' | 'cancelled';
      product_status: 'published' | 'draft';
      quote_status: 'requested' | 'offered' | 'accepted' | 'declined';
      refund_status: 'requested' | 'pending' | 'processing' | 'processed' | 'failed';
      return_reason:
        'too_small' | 'too_large' | 'not_as_shown' | 'quality' | 'changed_mind' | 'other';
      return_status: 'requested' | 'approved' | 'refused' | 'received' | 'refunded';
      stock_policy: 'untracked' | 'deny' | 'backorder';
      tax_class: 'standard' | 'reduced' | 'zero';
      voucher_kind: 'percent' | 'amount';
    };
    CompositeTypes: {
      [_ in never]: never;
    };
  };
};

type DatabaseWithoutInternals = Omit<Database, '__InternalSupabase'>;

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, 'public'>];

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema['Tables'] & DefaultSchema['Views'])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Views'])
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Views'])[TableName] extends {
      Row: infer R;
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema['Tables'] & DefaultSchema['Views'])
    ? (DefaultSchema['Tables'] & DefaultSchema['Views'])[DefaultSchemaTableNameOrOptions] extends {
        Row: infer R;
      }
      ? R
      : never
    : never;

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    keyof DefaultSchema['Tables'] | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables']
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'][TableName] extends {
      Insert: infer I;
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables']
    ? DefaultSchema['Tables'][DefaultSchemaTableNameOrOptions] extends {
        Insert: infer I;
      }
      ? I
      : never
    : never;

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    keyof DefaultSchema['Tables'] | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables']
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'][TableName] extends {
      Update: infer U;
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables']
    ? DefaultSchema['Tables'][DefaultSchemaTableNameOrOptions] extends {
        Update: infer U;
      }
      ? U
      : never
    : never;

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    keyof DefaultSchema['Enums'] | { schema: keyof DatabaseWithoutInternals },
  EnumName extends (DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions['schema']]['Enums']
    : never) = never,
> = DefaultSchemaEnumNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions['schema']]['Enums'][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema['Enums']
    ? DefaultSchema['Enums'][DefaultSchemaEnumNameOrOptions]
    : never;

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    keyof DefaultSchema['CompositeTypes'] | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends (PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions['schema']]['CompositeTypes']
    : never) = never,
> = PublicCompositeTypeNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions['schema']]['CompositeTypes'][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema['CompositeTypes']
    ? DefaultSchema['CompositeTypes'][PublicCompositeTypeNameOrOptions]
    : never;

export const Constants = {
  office: {
    Enums: {},
  },
  public: {
    Enums: {
      availability: ['InStock', 'OutofStock'],
      company_role: ['buyer', 'manager'],
      company_status: ['requested', 'approved', 'refused', 'suspended'],
      fulfilment: ['to_send', 'packed', 'sent', 'delivered', 'cancelled'],
      invoice_kind: ['invoice', 'credit_note'],
      mail_kind: [
        'order_placed',
        'order_on_terms',
        'order_paid',
        'parcel_sent',
        'order_refunded',
        'return_requested',
        'return_approved',
        'return_refused',
        'company_approved',
        'company_refused',
        'company_invitation',
        'back_in_stock',
        'message_answered',
        'quote_offered',
        'quote_answered',
        'order_to_pay',
        'order_paid_by_transfer',
        'exchange_to_pay',
        'exchange_confirmed',
        'exchange_ended',
        'guest_orders',
        'order_to_transfer',
        'transfer_ended',
        'transfer_part',
        'order_on_delivery',
        'order_paid_on_delivery',
        'shop_opened',
        'account_confirmation',
        'password_reset',
        'email_change',
        'email_changed',
        'password_changed',
        'account_invitation',
      ],
      mail_state: ['queued', 'sent', 'failed'],
      order_status: ['Pending', 'OnTerms', 'Paid', 'Held', 'Refunded', 'Cancelled'],
      parcel_status: ['packed', 'sent', 'delivered', 'cancelled'],
      product_status: ['published', 'draft'],
      quote_status: ['requested', 'offered', 'accepted', 'declined'],
      refund_status: ['requested', 'pending', 'processing', 'processed', 'failed'],
      return_reason: ['too_small', 'too_large', 'not_as_shown', 'quality', 'changed_mind', 'other'],
      return_status: ['requested', 'approved', 'refused', 'received', 'refunded'],
      stock_policy: ['untracked', 'deny', 'backorder'],
      tax_class: ['standard', 'reduced', 'zero'],
      voucher_kind: ['percent', 'amount'],
    },
  },
} as const;
