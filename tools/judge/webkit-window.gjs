#!/usr/bin/gjs -m
// WebKit in a bare window, for WebKitWebDriver. That of Debian's own browser keeps no data, and WebKit tells of no errors in
// the console then; this one keeps them in $HOME. In the JavaScript of GNOME, which no other tool here reads.
import Gtk from 'gi://Gtk?version=3.0';
import WebKit2 from 'gi://WebKit2?version=4.1';

Gtk.init(null);
const context = new WebKit2.WebContext();
context.set_automation_allowed(true);
context.connect('automation-started', (_, session) => {
  session.connect('create-web-view', () => {
    const view = new WebKit2.WebView({ web_context: context, is_controlled_by_automation: true });
    view.get_settings().enable_write_console_messages_to_stdout = true;
    const window = new Gtk.Window();
    window.add(view);
    window.show_all();
    // No window manager gives it the focus.
    window.get_window().focus(0);
    return view;
  });
});
Gtk.main();
