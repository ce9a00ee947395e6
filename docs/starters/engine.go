// An engine as a program for fsm drive: go build engine.go && fsm drive -- ./engine. Put your own in the place of Game.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
)

var steps = []string{"untap", "upkeep", "draw", "precombat_main", "beginning_of_combat",
	"declare_attackers", "end_of_combat", "postcombat_main", "end", "cleanup"}

var can = []string{"extra_turns"}

// Game has turns, steps and extra turns, and nothing else.
type Game struct {
	players, steps, extra []string
	due, turn             int
}

type Seen map[string]string

// goOn goes to the next step or main phase in which players get priority; it returns what begins on the way.
func (game *Game) goOn() []Seen {
	seen := []Seen{}
	for step := ""; step == "" || step == "untap" || step == "cleanup"; {
		if len(game.steps) == 0 {
			seen = append(seen, Seen{"begins": "turn", "active": game.nextPlayer()})
			game.steps = slices.Clone(steps)
			if game.turn == 1 && len(game.players) == 2 {
				game.steps = slices.Delete(game.steps, 2, 3)
			}
		}
		step, game.steps = game.steps[0], game.steps[1:]
		kind := "step"
		if strings.HasSuffix(step, "main") {
			kind = "phase"
		}
		seen = append(seen, Seen{"begins": kind, kind: step})
	}
	return seen
}

func (game *Game) nextPlayer() (player string) {
	game.turn++
	if last := len(game.extra) - 1; last >= 0 {
		player, game.extra = game.extra[last], game.extra[:last]
		return player
	}
	player = game.players[game.due]
	game.due = (game.due + 1) % len(game.players)
	return player
}

type Instruction struct{ Do, Player string }

type Asked struct {
	Ask   string
	Setup struct {
		Players []string
		First   string
	}
	Act struct{ Do []Instruction }
}

type Answer struct {
	Engine string   `json:"engine,omitempty"`
	Can    []string `json:"can,omitempty"`
	Seen   []Seen   `json:"seen"`
	Cannot string   `json:"cannot,omitempty"`
}

var game Game

func answer(asked Asked) Answer {
	switch asked.Ask {
	case "hello":
		return Answer{Engine: "starter", Can: can, Seen: []Seen{}}
	case "start":
		players := asked.Setup.Players
		game = Game{players: players, due: slices.Index(players, asked.Setup.First)}
	case "act":
		for _, one := range asked.Act.Do {
			if one.Do != "extra_turn" {
				return Answer{Seen: []Seen{}, Cannot: one.Do}
			}
			game.extra = append(game.extra, one.Player)
		}
		return Answer{Seen: []Seen{}}
	}
	return Answer{Seen: game.goOn()}
}

func main() {
	lines, out := bufio.NewReader(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		var asked Asked
		if err := json.Unmarshal(line, &asked); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		out.Encode(answer(asked))
	}
}
