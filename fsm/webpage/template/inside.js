// The page that is one file: the data stands in it.

window.player = new Player(JSON.parse(byId('data').textContent));
