// Plays a game against the bot: `./play http://127.0.0.1:8080`.

import Foundation

@main
struct Play {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let url = URL(string: arguments.first ?? "http://127.0.0.1:8080") else { fatalError("not a URL") }
        let game = JungleGame(Jungle(baseURL: url))
        var answer = try await game.legalMoves()

        // A problem tells what is wrong, by a code and, where the rules refuse an action, a reason.
        do {
            _ = try await game.apply("d5d6")
        } catch let problem as Problem {
            print("swift: \(problem.code), \(problem.reason ?? "no reason")")
        }

        // Whoever does not want to wait any longer hangs up, and the bot stops thinking.
        let thought = Task { try await game.botMove(limits: Limits(timeMs: 5000)) }
        try await Task.sleep(nanoseconds: 300_000_000)
        thought.cancel()
        do {
            _ = try await thought.value
        } catch {
            print("swift: cancelled a long thought")
        }

        while answer.status.phase == "playing" {
            // Your move: here just any, but the same one each time.
            let plies = await game.plies
            let move = answer.legalMoves[plies * 7 % answer.legalMoves.count]
            answer = try await game.apply(move.notation)
            if answer.status.phase == "playing" {
                answer = try await game.botMove(level: 1)
            }
        }
        let plies = await game.plies
        print("swift: \(answer.status.phase) after \(plies) plies")
    }
}
