/*
 * Scripts that detect a session, or what is stored for one, before the page is shown: pages are cached, the same for everybody.
 * Written as text because the content security policy contains their hashes.
 */

/** In the head of every page of the shop: marks the document if someone may be signed in, and for members of a company, whose prices need more space. */
export const signedInScript = [
  '(function(){function mark(n){document.documentElement.setAttribute("data-"+n,"")}',
  'if(document.cookie.indexOf("hemline_user=1")>=0)mark("signed-in");',
  'try{if(sessionStorage.getItem("userToken"))mark("signed-in");',
  'if(localStorage.getItem("hemline-company"))mark("company")}catch(e){}',
  '})()',
].join('');

/** On the cart page, after the empty cart of visitors and the cart of customers: removes the one that does not apply, so that screen readers do not find it. */
export const removeOtherScript = [
  'document.querySelector(document.documentElement.hasAttribute("data-signed-in")?',
  '"[data-for-visitor]":"[data-for-customer]").remove()',
].join('');

/** Before the products that a visitor chose: marks the document with how many there are, so that nothing shifts. */
export const pendingScript = [
  'try{var p=[].concat(JSON.parse(sessionStorage.getItem("hemline:pending-product")||"[]"));',
  'if(p.length)document.documentElement.setAttribute("data-pending",p.length>3?"more":p.length)',
  '}catch(e){}',
].join('');
