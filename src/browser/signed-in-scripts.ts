/*
 * Scripts that detect a session, or what is stored for one, before the page is shown: pages are cached, the same for everybody.
 * Written as text because the content security policy contains their hashes.
 */

/** In the head of every page of the shop: marks the document if someone may be signed in or has a cart without an account, and for members of a company, whose prices need more space. */
export const signedInScript = [
  '(function(){function mark(n){document.documentElement.setAttribute("data-"+n,"")}',
  'function has(r){if(document.cookie.indexOf("hemline_"+r+"=1")>=0)return 1;',
  'try{return sessionStorage.getItem(r+"Token")}catch(e){}}',
  'if(has("user")){mark("signed-in");mark("shopper")}if(has("visitor"))mark("shopper");',
  'try{if(localStorage.getItem("hemline-company"))mark("company")}catch(e){}',
  '})()',
].join('');

/** On the cart page, after the empty cart and the cart of shoppers: removes the one that does not apply, so that screen readers do not find it. */
export const removeOtherScript = [
  'document.querySelector(document.documentElement.hasAttribute("data-shopper")?',
  '"[data-for-visitor]":"[data-for-shopper]").remove()',
].join('');

/** Before the products that a visitor chose: marks the document with how many there are, so that nothing shifts. */
export const pendingScript = [
  'try{var p=[].concat(JSON.parse(sessionStorage.getItem("hemline:pending-product")||"[]"));',
  'if(p.length)document.documentElement.setAttribute("data-pending",p.length>3?"more":p.length)',
  '}catch(e){}',
].join('');
