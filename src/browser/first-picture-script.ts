/** Set on the document until its first picture is painted. */
export const firstPictureAwaited = 'data-first-picture';
/** Window event when the attribute is removed. */
export const firstPictureShown = 'hemline:first-picture';

/**
 * The script in the head of a page that starts with a picture. Other downloads wait until that picture is painted, the user
 * scrolls, or three seconds after the load event have passed. Browsers without element timing use the load event. Written as
 * text because the content security policy contains its hash.
 */
export const firstPictureScript = [
  `(function(){var d=document.documentElement,a="${firstPictureAwaited}",n="element",o=PerformanceObserver,`,
  't=(o.supportedEntryTypes||[]).indexOf(n)>=0;',
  'function show(){if(d.hasAttribute(a)){d.removeAttribute(a);',
  `dispatchEvent(new Event("${firstPictureShown}"))}}`,
  'd.setAttribute(a,"");',
  'if(t)new o(show).observe({type:n,buffered:true});',
  'addEventListener("load",function(){setTimeout(show,t?3000:0)});',
  'addEventListener("scroll",show,{once:true})',
  '})()',
].join('');
