/**
 * The script in the head of a page that requires sign-in. It runs before anything is shown: with a token in this tab the page
 * is shown; else the session cookie is exchanged for a token; else it redirects to the login and back. Written as text because
 * the content security policy contains its hash.
 */
export function guardScript(guard: 'user' | 'admin'): string {
  const key = guard === 'user' ? 'userToken' : 'adminToken';
  const login = guard === 'user' ? '/login' : '/admin/login';
  return [
    '(function(){',
    `var k=${JSON.stringify(key)},d=document.documentElement;`,
    'var back=encodeURIComponent(location.href.slice(location.origin.length));',
    `function leave(){location.replace(${JSON.stringify(login)}+"?next="+back)}`,
    'function show(){d.removeAttribute("data-guarded")}',
    'try{if(sessionStorage.getItem(k))return}catch(e){}',
    'd.setAttribute("data-guarded","");',
    `if(document.cookie.indexOf("hemline_${guard}=1")<0)return leave();`,
    `fetch("/session/${guard}",{headers:{accept:"application/json"}})`,
    '.then(function(r){return r.ok?r.json():null})',
    '.then(function(b){if(!b)return leave();sessionStorage.setItem(k,b.token);',
    'dispatchEvent(new Event("hemline:session"));show()},leave)',
    '})()',
  ].join('');
}
