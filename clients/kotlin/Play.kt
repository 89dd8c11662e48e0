// Plays a game against the bot: `java -cp … PlayKt http://127.0.0.1:8080`.

import kotlinx.coroutines.TimeoutCancellationException
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withTimeout

fun main(arguments: Array<String>) = runBlocking {
    val game = JungleGame(Jungle(arguments.firstOrNull() ?: "http://127.0.0.1:8080"))
    var answer = game.legalMoves()

    // A problem tells what is wrong, by a code and, where the rules refuse an action, a reason.
    try {
        game.apply("d5d6")
    } catch (exception: ProblemException) {
        println("kotlin: ${exception.problem.code}, ${exception.problem.reason}")
    }

    // Whoever does not want to wait any longer hangs up, and the bot stops thinking.
    try {
        withTimeout(300) { game.botMove(limits = Limits(timeMs = 5000)) }
    } catch (_: TimeoutCancellationException) {
        println("kotlin: cancelled a long thought")
    }

    while (answer.status.phase == "playing") {
        // Your move: here just any, but the same one each time.
        answer = game.apply(answer.legalMoves[game.plies * 7 % answer.legalMoves.size].notation)
        if (answer.status.phase == "playing") answer = game.botMove(level = 1)
    }
    println("kotlin: ${answer.status.phase} after ${game.plies} plies")
}
