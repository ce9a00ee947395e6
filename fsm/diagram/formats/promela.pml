/* $about
*/

#ifndef PLAYERS
#define PLAYERS $players    /* how many players there are */
#endif
#ifndef SPELLS
#define SPELLS 1     /* how many instants each player may cast */
#endif
#ifndef HEIGHT
#define HEIGHT 3     /* how many spells the stack holds at most */
#endif
#ifndef no_attackers
#define no_attackers true
#endif

typedef Game {
	byte whose;             /* the active player */
	byte holder;            /* who has priority */
	byte passed;            /* how many players passed in succession */
	byte height;            /* how many spells are on the stack */
	byte pile[HEIGHT];      /* who controls each of them, from the bottom */
	byte used[PLAYERS];     /* how many instants each player has cast */
	byte resolved[PLAYERS]  /* and how many of them have resolved */
}

#define all_passed(game) (game.passed == PLAYERS)
#define stack_empty(game) (game.height == 0)
#define may_cast(game) (game.used[game.holder] < SPELLS && game.height < HEIGHT)

inline cast(game) {
	game.used[game.holder]++;
	game.pile[game.height] = game.holder;
	game.height++;
	game.passed = 0
}

inline pass(game) {
	game.passed++;
	game.holder = (game.holder + 1) % PLAYERS
}

inline give_priority(game) {
	game.passed = 0;
	game.holder = game.whose
}

inline resolve(game) {
	game.height--;
	game.resolved[game.pile[game.height]]++;
	game.pile[game.height] = 0;
	give_priority(game)
}

inline begin_turn(game, player) {
	game.whose = player;
	give_priority(game)
}

inline begin_again(game) {
	game.whose = 0;
	do
	:: game.whose < PLAYERS ->
		game.used[game.whose] = 0;
		game.resolved[game.whose] = 0;
		game.whose++
	:: else -> break
	od;
	begin_turn(game, 0)
}
