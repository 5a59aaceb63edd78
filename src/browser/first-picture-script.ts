/** Stands on the document until its first picture is painted. */
export const firstPictureAwaited = 'data-first-picture';
/** Event of the window when it no longer does. */
export const firstPictureShown = 'hemline:first-picture';

/**
 * The script in the head of a page that begins with a picture. What a phone shows further down, and what can wait, leaves
 * the line to that picture: until it is painted, somebody scrolls, or three seconds have passed after all else. Browsers
 * that do not tell of paints are content with the load event. Written as text because its hash stands in the content
 * security policy.
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
