/**
 * The script in the head of a page that needs a sign-in. It runs before anything shows: a token in this tab lets
 * the page through; else the site's cookie is exchanged for one; else the reader goes to the login and comes back.
 * Written as text because its hash stands in the content security policy.
 */
export function guardScript(guard: 'user' | 'admin'): string {
  const key = guard === 'user' ? 'userToken' : 'adminToken';
  const login = guard === 'user' ? '/login' : '/admin/login';
  return [
    '(function(){',
    `var k=${JSON.stringify(key)},d=document.documentElement;`,
    'var back=encodeURIComponent(location.pathname+location.search);',
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
