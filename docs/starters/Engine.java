// An engine as a program for fsm drive: fsm drive -- java Engine.java. Put your own in the place of Game.
// It needs nothing but the standard library; with a library for JSON, the class Json below is not needed.
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.stream.*;

@SuppressWarnings("unchecked")
class Engine {
    static final List<String> STEPS = List.of("untap", "upkeep", "draw", "precombat_main", "beginning_of_combat",
        "declare_attackers", "end_of_combat", "postcombat_main", "end", "cleanup");
    static final String CAN = "[\"extra_turns\"]";

    /** Turns, steps and extra turns, and nothing else. */
    static class Game {
        final List<String> players;
        final Deque<String> steps = new ArrayDeque<>(), extra = new ArrayDeque<>();
        int due, turn;

        Game(List<String> players, String first) {
            this.players = players;
            due = players.indexOf(first);
        }

        /** To the next step or main phase in which players get priority; what begins on the way. */
        List<String> goOn() {
            List<String> seen = new ArrayList<>();
            for (String step = "untap"; step.equals("untap") || step.equals("cleanup"); ) {
                if (steps.isEmpty()) {
                    seen.add("{\"begins\": \"turn\", \"active\": " + quoted(nextPlayer()) + "}");
                    boolean draws = turn > 1 || players.size() > 2;
                    STEPS.stream().filter(one -> draws || !one.equals("draw")).forEach(steps::add);
                }
                step = steps.pop();
                String kind = step.endsWith("main") ? "phase" : "step";
                seen.add("{\"begins\": \"%s\", \"%s\": \"%s\"}".formatted(kind, kind, step));
            }
            return seen;
        }

        String nextPlayer() {
            turn++;
            if (!extra.isEmpty()) return extra.pop();
            String player = players.get(due);
            due = (due + 1) % players.size();
            return player;
        }

        /** One instruction of an act; what the engine cannot do, or an empty text. */
        String carryOut(Map<String, Object> one) {
            if (!one.get("do").equals("extra_turn")) return (String) one.get("do");
            extra.push((String) one.get("player"));
            return "";
        }
    }

    static Game game;

    static String answer(Map<String, Object> asked) {
        switch ((String) asked.get("ask")) {
            case "hello": return "{\"engine\": \"starter\", \"can\": " + CAN + "}";
            case "start":
                var setup = (Map<String, Object>) asked.get("setup");
                game = new Game((List<String>) setup.get("players"), (String) setup.get("first"));
                break;
            case "act":
                var all = (List<Map<String, Object>>) ((Map<String, Object>) asked.get("act")).get("do");
                String cannot = all.stream().map(game::carryOut).filter(why -> !why.isEmpty()).collect(Collectors.joining(", "));
                return cannot.isEmpty() ? "{\"seen\": []}" : "{\"cannot\": " + quoted(cannot) + "}";
        }
        return "{\"seen\": [" + String.join(", ", game.goOn()) + "]}";
    }

    public static void main(String[] arguments) throws IOException {
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        for (String line; (line = in.readLine()) != null; ) out.println(answer((Map<String, Object>) new Json(line).read()));
    }

    static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    /** Reads a line: maps, lists and texts; numbers, true, false and null are texts. */
    static class Json {
        final String line;
        int at;

        Json(String line) {
            this.line = line;
        }

        Object read() {
            while (" ,:".indexOf(line.charAt(at)) >= 0) at++;
            char first = line.charAt(at++);
            if (first == '"') return text();
            if (first == '[' || first == '{') {
                List<Object> values = new ArrayList<>();
                while (true) {
                    while (" ,:".indexOf(line.charAt(at)) >= 0) at++;
                    if (line.charAt(at) == ']' || line.charAt(at) == '}') break;
                    values.add(read());
                }
                at++;
                if (first == '[') return values;
                Map<String, Object> map = new HashMap<>();
                for (int n = 0; n < values.size(); n += 2) map.put((String) values.get(n), values.get(n + 1));
                return map;
            }
            int from = at - 1;
            while (at < line.length() && ",]}".indexOf(line.charAt(at)) < 0) at++;
            return line.substring(from, at);
        }

        String text() {
            var text = new StringBuilder();
            for (char c; (c = line.charAt(at++)) != '"'; ) {
                if (c == '\\' && (c = line.charAt(at++)) == 'u') c = (char) Integer.parseInt(line.substring(at, at += 4), 16);
                text.append(c);
            }
            return text.toString();
        }
    }
}
