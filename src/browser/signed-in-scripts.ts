/*
 * Scripts that know before a page shows who may be signed in. Two are of the cart page, which shows a visitor at once that
 * the cart is empty and a customer the cart when it arrives. Written as text because their hashes stand in the content security policy.
 */

/** In the head of every page of the shop: marks the document of a company's member, whose prices take more room. */
export const companyScript = [
  'try{if(localStorage.getItem("hemline-company"))',
  'document.documentElement.setAttribute("data-company","")}catch(e){}',
].join('');

/** In the head: marks the document of somebody who may be signed in, before anything shows. */
export const signedInScript = [
  '(function(){var t=document.cookie.indexOf("hemline_user=1")>=0;',
  'try{t=t||!!sessionStorage.getItem("userToken")}catch(e){}',
  'if(t)document.documentElement.setAttribute("data-signed-in","")',
  '})()',
].join('');

/** After both: removes what is for the other one, so that screen readers do not find it. */
export const removeOtherScript = [
  'document.querySelector(document.documentElement.hasAttribute("data-signed-in")?',
  '"[data-for-visitor]":"[data-for-customer]").remove()',
].join('');
