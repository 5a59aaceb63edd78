/*
 * Scripts that detect a session, or what is stored for one, before the page is shown: pages are cached, the same for everybody.
 * Written as text because the content security policy contains their hashes.
 */

/** In the head of every page: marks the document for members of a company, whose prices need more space. */
export const companyScript = [
  'try{if(localStorage.getItem("hemline-company"))',
  'document.documentElement.setAttribute("data-company","")}catch(e){}',
].join('');

/** In the head of every page: marks the document if someone may be signed in. */
export const signedInScript = [
  '(function(){var t=document.cookie.indexOf("hemline_user=1")>=0;',
  'try{t=t||!!sessionStorage.getItem("userToken")}catch(e){}',
  'if(t)document.documentElement.setAttribute("data-signed-in","")',
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
