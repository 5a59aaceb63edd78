/*
 * Two scripts of the cart page, which shows a stranger at once that there is nothing and everybody else their cart when it
 * comes. Written as text because their hashes stand in the content security policy.
 */

/** In the head: marks the document of somebody who may be signed in, before anything shows. */
export const knownScript = [
  '(function(){var t=document.cookie.indexOf("hemline_user=1")>=0;',
  'try{t=t||!!sessionStorage.getItem("userToken")}catch(e){}',
  'if(t)document.documentElement.setAttribute("data-known","")',
  '})()',
].join('');

/** Behind both: takes away what is for the other one, so that no program reads it out. */
export const oneOnlyScript = [
  'document.querySelector(document.documentElement.hasAttribute("data-known")?',
  '"[data-for-strangers]":"[data-for-known]").remove()',
].join('');
