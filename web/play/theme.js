// Sets the theme before the page is drawn; the documents of the site keep their choice under the same name.
{
  const kept = (() => { try { return localStorage.getItem('theme'); } catch { return null; } })();
  if (kept === 'light' || kept === 'dark') document.documentElement.dataset.theme = kept;
}
